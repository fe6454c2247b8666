package io.github.cqs.shims.coverage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Who calls whom in a folder of compiled tests, read from the byte code. A call of an overridable method of our own reaches what
 * overrides it; lambdas and method references count as calls by the method that makes them.
 */
final class CallGraph {
    /** A method, by its class' internal name. */
    record Node(String owner, String name, String descriptor) {}

    private final Map<Node, Set<Node>> calls = new HashMap<>();
    private final Map<String, Set<String>> subtypes = new HashMap<>();
    private final Map<String, String> superclasses = new HashMap<>();
    private final Set<Node> tests = new LinkedHashSet<>();

    CallGraph(Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class"))
                    .sorted()
                    .toList()) {
                new ClassReader(Files.readAllBytes(file)).accept(new Reader(), ClassReader.SKIP_DEBUG);
            }
        }
    }

    /** The methods that JUnit runs. */
    Set<Node> tests() {
        return tests;
    }

    /** All methods outside the folder that {@code test} may call, itself or through the folder's other methods. */
    Set<Node> reachedFrom(Node test) {
        Set<Node> outside = new HashSet<>();
        Set<Node> seen = new HashSet<>(Set.of(test));
        ArrayDeque<Node> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Node called : calls.getOrDefault(open.remove(), Set.of())) {
                Set<Node> bodies = bodies(called);
                if (bodies.isEmpty()) {
                    outside.add(called);
                }
                for (Node body : bodies) {
                    if (seen.add(body)) {
                        open.add(body);
                    }
                }
            }
        }
        return outside;
    }

    private Set<Node> bodies(Node called) {
        Set<Node> bodies = new HashSet<>();
        for (String type = called.owner; type != null; type = superclasses.get(type)) {
            Node inherited = new Node(type, called.name, called.descriptor);
            if (calls.containsKey(inherited)) {
                bodies.add(inherited);
                break;
            }
        }
        // What an application may override of the JDK's is not what a call to the JDK's reaches.
        if (superclasses.containsKey(called.owner) && !called.name.equals("<init>")) {
            for (String subtype : subtypesOf(called.owner)) {
                Node overriding = new Node(subtype, called.name, called.descriptor);
                if (calls.containsKey(overriding)) {
                    bodies.add(overriding);
                }
            }
        }
        return bodies;
    }

    private Set<String> subtypesOf(String type) {
        Set<String> all = new TreeSet<>();
        for (String subtype : subtypes.getOrDefault(type, Set.of())) {
            all.add(subtype);
            all.addAll(subtypesOf(subtype));
        }
        return all;
    }

    private final class Reader extends ClassVisitor {
        private String type = "";

        Reader() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            type = name;
            superclasses.put(name, superName);
            subtypes.computeIfAbsent(superName, key -> new TreeSet<>()).add(name);
            for (String implemented : interfaces) {
                subtypes.computeIfAbsent(implemented, key -> new TreeSet<>()).add(name);
            }
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            Node caller = new Node(type, name, descriptor);
            if ((access & Opcodes.ACC_ABSTRACT) != 0) {
                return null;
            }
            Set<Node> called = calls.computeIfAbsent(caller, key -> new LinkedHashSet<>());
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    if (annotation.equals("Lorg/junit/jupiter/api/Test;")
                            || annotation.equals("Lorg/junit/jupiter/params/ParameterizedTest;")) {
                        tests.add(caller);
                    }
                    return null;
                }

                @Override
                public void visitMethodInsn(int code, String owner, String method, String types, boolean isInterface) {
                    called.add(new Node(owner, method, types));
                }

                @Override
                public void visitInvokeDynamicInsn(String method, String types, Handle factory, Object... arguments) {
                    for (Object argument : arguments) {
                        constant(argument);
                    }
                }

                @Override
                public void visitLdcInsn(Object value) {
                    constant(value);
                }

                private void constant(Object value) {
                    if (value instanceof Handle handle) {
                        called.add(new Node(handle.getOwner(), handle.getName(), handle.getDesc()));
                    } else if (value instanceof ConstantDynamic dynamic) {
                        for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                            constant(dynamic.getBootstrapMethodArgument(i));
                        }
                    }
                }
            };
        }
    }
}
