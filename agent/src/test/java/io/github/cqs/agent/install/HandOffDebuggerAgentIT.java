package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;
import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.everywhere.Environment;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A debugger stops virtual threads before they release, steps over the release, and stops everybody in between. */
@Tag("alone")
class HandOffDebuggerAgentIT {
    private static final String TARGET = "fixture.HandOffTraps$Debugged";
    private static final int HITS = 200;
    private static final long PATIENCE_MILLIS = 60_000;

    private int hits;
    private int steps;
    private int stops;

    @Environment(
            value = "virtual threads in a debugger: breakpoints, steps, all stopped",
            outcome = Environment.Outcome.SWAPPED_WITH_HAND_OFF,
            since = 21)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void threadsAreStoppedAroundTheirRelease(int parallelism) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        ListeningConnector connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(c -> c.name().equals("com.sun.jdi.SocketListen"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("localAddress").setValue("127.0.0.1");
        arguments.get("timeout").setValue(Long.toString(PATIENCE_MILLIS));
        ForkedJvm.Outcome outcome = debug(connector, arguments, parallelism);
        assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).contains("debugged ok ").contains("platformThreadsOnEitherSide ok handed");
        assertThat(hits).isEqualTo(HITS);
        assertThat(steps).isPositive();
        assertThat(stops).isEqualTo(HITS / 10);
    }

    private ForkedJvm.Outcome debug(
            ListeningConnector connector, Map<String, Connector.Argument> arguments, int parallelism)
            throws IOException, IllegalConnectorArgumentsException, InterruptedException {
        String address = connector.startListening(arguments);
        try {
            ForkedJvm.Running running = ForkedJvm.withAgent("")
                    .option("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + address)
                    .option("-Djdk.virtualThreadScheduler.parallelism=" + parallelism)
                    .option(
                            "-Dcqs.ces.behind=0",
                            "-Dcqs.ces.idle=0",
                            "-Dcqs.ces.section=0",
                            "-Dcqs.ces.recess=0",
                            "-esa",
                            "-ea")
                    .start("fixture.HandOffTraps", "debugged", "platformThreadsOnEitherSide");
            try {
                follow(connector.accept(arguments));
            } catch (Throwable t) {
                running.process().destroyForcibly();
                throw t;
            }
            return ForkedJvm.finish(running);
        } finally {
            connector.stopListening(arguments);
        }
    }

    private void follow(VirtualMachine vm) throws InterruptedException {
        ClassPrepareRequest prepared = vm.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(TARGET);
        prepared.enable();
        try {
            for (; ; ) {
                EventSet events = vm.eventQueue().remove(PATIENCE_MILLIS);
                assertThat(events).as("an event of the JVM").isNotNull();
                for (Event event : events) {
                    handle(vm, event);
                }
                events.resume();
            }
        } catch (VMDisconnectedException end) {
            // the JVM has ended
        }
    }

    private void handle(VirtualMachine vm, Event event) {
        if (event instanceof ClassPrepareEvent prepare) {
            Location release =
                    prepare.referenceType().methodsByName("release").get(0).location();
            BreakpointRequest breakpoint = vm.eventRequestManager().createBreakpointRequest(release);
            breakpoint.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            breakpoint.enable();
        } else if (event instanceof BreakpointEvent stopped) {
            hits++;
            if (hits % 10 == 0) {
                stopAll(vm, stopped);
            }
            if (hits % 3 == 0) {
                StepRequest over = vm.eventRequestManager()
                        .createStepRequest(stopped.thread(), StepRequest.STEP_LINE, StepRequest.STEP_OVER);
                over.addCountFilter(1);
                over.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                over.enable();
            }
        } else if (event instanceof StepEvent step) {
            steps++;
            vm.eventRequestManager().deleteEventRequest(step.request());
        }
    }

    private void stopAll(VirtualMachine vm, BreakpointEvent stopped) {
        vm.suspend();
        try {
            assertThat(stopped.thread().frameCount()).isGreaterThan(1);
            stops++;
        } catch (IncompatibleThreadStateException e) {
            throw new AssertionError(e);
        } finally {
            vm.resume();
        }
    }
}
