package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsArrayBlockingQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A queue as an application would extend it: every call noted, everything left to super. */
public interface QueueProbe<E> {
    /** The names of the overridden methods that were called, in order. */
    List<String> calls();

    ArrayBlockingQueue<E> queueItself();

    /** Extends the JDK class. */
    final class Jdk<E> extends ArrayBlockingQueue<E> implements QueueProbe<E> {
        private static final long serialVersionUID = 1L;

        private final transient List<String> calls = new CopyOnWriteArrayList<>();

        Jdk(int capacity, boolean fair) {
            super(capacity, fair);
        }

        @Override
        public ArrayBlockingQueue<E> queueItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public boolean add(E e) {
            calls.add("add");
            return super.add(e);
        }

        @Override
        public boolean offer(E e) {
            calls.add("offer");
            return super.offer(e);
        }

        @Override
        public void put(E e) throws InterruptedException {
            calls.add("put");
            super.put(e);
        }

        @Override
        public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("offer(timeout)");
            return super.offer(e, timeout, unit);
        }

        @Override
        public E poll() {
            calls.add("poll");
            return super.poll();
        }

        @Override
        public E take() throws InterruptedException {
            calls.add("take");
            return super.take();
        }

        @Override
        public E poll(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("poll(timeout)");
            return super.poll(timeout, unit);
        }

        @Override
        public E peek() {
            calls.add("peek");
            return super.peek();
        }

        @Override
        public E element() {
            calls.add("element");
            return super.element();
        }

        @Override
        public E remove() {
            calls.add("remove");
            return super.remove();
        }

        @Override
        public int size() {
            calls.add("size");
            return super.size();
        }

        @Override
        public int remainingCapacity() {
            calls.add("remainingCapacity");
            return super.remainingCapacity();
        }

        @Override
        public boolean isEmpty() {
            calls.add("isEmpty");
            return super.isEmpty();
        }

        @Override
        public boolean remove(Object o) {
            calls.add("remove(o)");
            return super.remove(o);
        }

        @Override
        public boolean contains(Object o) {
            calls.add("contains");
            return super.contains(o);
        }

        @Override
        public void clear() {
            calls.add("clear");
            super.clear();
        }

        @Override
        public int drainTo(Collection<? super E> c) {
            calls.add("drainTo");
            return super.drainTo(c);
        }

        @Override
        public int drainTo(Collection<? super E> c, int max) {
            calls.add("drainTo(n)");
            return super.drainTo(c, max);
        }

        @Override
        public Iterator<E> iterator() {
            calls.add("iterator");
            return super.iterator();
        }
    }

    /** Extends the shim. */
    final class Shim<E> extends CqsArrayBlockingQueue<E> implements QueueProbe<E> {
        private static final long serialVersionUID = 1L;

        private final transient List<String> calls = new CopyOnWriteArrayList<>();

        Shim(int capacity, boolean fair) {
            super(capacity, fair);
        }

        @Override
        public ArrayBlockingQueue<E> queueItself() {
            return this;
        }

        @Override
        public List<String> calls() {
            return calls;
        }

        @Override
        public boolean add(E e) {
            calls.add("add");
            return super.add(e);
        }

        @Override
        public boolean offer(E e) {
            calls.add("offer");
            return super.offer(e);
        }

        @Override
        public void put(E e) throws InterruptedException {
            calls.add("put");
            super.put(e);
        }

        @Override
        public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("offer(timeout)");
            return super.offer(e, timeout, unit);
        }

        @Override
        public E poll() {
            calls.add("poll");
            return super.poll();
        }

        @Override
        public E take() throws InterruptedException {
            calls.add("take");
            return super.take();
        }

        @Override
        public E poll(long timeout, TimeUnit unit) throws InterruptedException {
            calls.add("poll(timeout)");
            return super.poll(timeout, unit);
        }

        @Override
        public E peek() {
            calls.add("peek");
            return super.peek();
        }

        @Override
        public E element() {
            calls.add("element");
            return super.element();
        }

        @Override
        public E remove() {
            calls.add("remove");
            return super.remove();
        }

        @Override
        public int size() {
            calls.add("size");
            return super.size();
        }

        @Override
        public int remainingCapacity() {
            calls.add("remainingCapacity");
            return super.remainingCapacity();
        }

        @Override
        public boolean isEmpty() {
            calls.add("isEmpty");
            return super.isEmpty();
        }

        @Override
        public boolean remove(Object o) {
            calls.add("remove(o)");
            return super.remove(o);
        }

        @Override
        public boolean contains(Object o) {
            calls.add("contains");
            return super.contains(o);
        }

        @Override
        public void clear() {
            calls.add("clear");
            super.clear();
        }

        @Override
        public int drainTo(Collection<? super E> c) {
            calls.add("drainTo");
            return super.drainTo(c);
        }

        @Override
        public int drainTo(Collection<? super E> c, int max) {
            calls.add("drainTo(n)");
            return super.drainTo(c, max);
        }

        @Override
        public Iterator<E> iterator() {
            calls.add("iterator");
            return super.iterator();
        }
    }
}
