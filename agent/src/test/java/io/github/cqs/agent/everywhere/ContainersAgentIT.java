package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What others run applications in, with loaders of their own. */
class ContainersAgentIT {
    @TempDir
    private Path folder;

    @Environment("executable fat jar with nested jars, Spring Boot's loader")
    @Test
    void springBootLoader() throws IOException {
        Path inner = Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        Path fat = Jars.manifest(
                        "Main-Class: org.springframework.boot.loader.launch.JarLauncher",
                        "Start-Class: fixture.Application",
                        "Spring-Boot-Classes: BOOT-INF/classes/",
                        "Spring-Boot-Lib: BOOT-INF/lib/")
                .jar(Libraries.jar("spring-boot-loader"))
                .classes("BOOT-INF/classes/", "fixture.Application")
                .file("BOOT-INF/lib/checks.jar", inner)
                .write(folder.resolve("fat.jar"));
        Comparison.Swaps swaps = new Comparison(folder).classPath().run("-jar " + fat);
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.used("fixture.Checks", "CountDownLatch")).isTrue();
    }

    @Environment("Tomcat, a WAR with a servlet and a library")
    @Test
    void tomcat() throws IOException {
        Path embedded = Libraries.jar("tomcat-embed-core");
        Path servlet = Jars.compile(folder, "sample.Hello", """
                package sample;

                import jakarta.servlet.ServletException;
                import jakarta.servlet.http.*;
                import java.util.concurrent.Semaphore;

                public final class Hello extends HttpServlet {
                    private final transient Semaphore permits = new Semaphore(2);

                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws ServletException, java.io.IOException {
                        permits.acquireUninterruptibly();
                        try {
                            response.getWriter().println("one of " + (permits.availablePermits() + 1) + ": " + fixture.Checks.run());
                        } catch (Exception e) {
                            throw new ServletException(e);
                        } finally {
                            permits.release();
                        }
                    }
                }
                """, Jars.on(embedded, ForkedJvm.testClasses()));
        Path library = Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar"));
        Path war = Jars.manifest()
                .text("WEB-INF/web.xml", """
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                          <servlet><servlet-name>hello</servlet-name><servlet-class>sample.Hello</servlet-class></servlet>
                          <servlet-mapping><servlet-name>hello</servlet-name><url-pattern>/hello</url-pattern></servlet-mapping>
                        </web-app>
                        """)
                .folder("WEB-INF/classes/", servlet)
                .file("WEB-INF/lib/checks.jar", library)
                .write(folder.resolve("app.war"));
        Path server = Jars.compile(folder, "sample.Server", """
                package sample;

                import java.io.InputStream;
                import java.net.*;
                import java.nio.file.*;
                import org.apache.catalina.startup.Tomcat;

                public final class Server {
                    public static void main(String[] args) throws Exception {
                        Path base = Files.createTempDirectory(Path.of(args[1]), "base");
                        Files.createDirectories(base.resolve("webapps"));
                        Tomcat tomcat = new Tomcat();
                        tomcat.setSilent(true);
                        tomcat.setBaseDir(base.toString());
                        tomcat.setPort(0);
                        tomcat.getConnector().setProperty("address", "127.0.0.1");
                        tomcat.addWebapp("/app", args[0]);
                        tomcat.start();
                        int port = tomcat.getConnector().getLocalPort();
                        for (int i = 0; i < 3; i++) {
                            try (InputStream in = URI.create("http://127.0.0.1:" + port + "/app/hello").toURL().openStream()) {
                                System.out.print(new String(in.readAllBytes()));
                            }
                        }
                        tomcat.stop();
                        tomcat.destroy();
                        System.exit(3);
                    }
                }
                """, Jars.on(embedded));
        Comparison.Swaps swaps = new Comparison(folder)
                .classPath(server, embedded, Libraries.jar("tomcat-annotations-api"))
                .run("sample.Server", war.toString(), folder.toString());
        assertThat(swaps.outcome().lines()).hasSize(3).allMatch(line -> line.startsWith("one of 2: turns 400"));
        assertThat(swaps.in("sample.Hello")).containsExactly("Semaphore");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.classes()).anyMatch(name -> name.startsWith("org.apache."));
    }

    @Environment({"OSGi, Felix with strict boot delegation", "OSGi, Equinox with strict boot delegation"})
    @ParameterizedTest
    @ArgumentsSource(Environments.class)
    void osgi(String environment) throws IOException {
        Path framework =
                Libraries.jar(environment.contains("Felix") ? "org.apache.felix.framework" : "org.eclipse.osgi");
        Path activator = Jars.compile(folder, "sample.Activator", """
                package sample;

                import org.osgi.framework.*;

                public final class Activator implements BundleActivator {
                    public void start(BundleContext context) throws Exception {
                        System.out.println(context.getBundle().getSymbolicName() + ": " + fixture.Checks.run());
                    }

                    public void stop(BundleContext context) {
                        System.out.println("stopped with " + new java.util.concurrent.Semaphore(4).drainPermits());
                    }
                }
                """, Jars.on(framework, ForkedJvm.testClasses()));
        Path bundle = Jars.manifest(
                        "Bundle-ManifestVersion: 2",
                        "Bundle-SymbolicName: sample.bundle",
                        "Bundle-Version: 1.0.0",
                        "Bundle-Activator: sample.Activator",
                        "Bundle-ClassPath: .,lib/checks.jar",
                        "Import-Package: org.osgi.framework")
                .folder("", activator)
                .file(
                        "lib/checks.jar",
                        Jars.manifest().classes("", "fixture.Checks").write(folder.resolve("checks.jar")))
                .write(folder.resolve("bundle.jar"));
        Path launcher = Jars.compile(folder, "sample.Launcher", """
                package sample;

                import java.nio.file.*;
                import java.util.*;
                import org.osgi.framework.*;
                import org.osgi.framework.launch.*;

                public final class Launcher {
                    public static void main(String[] args) throws Exception {
                        Map<String, String> settings = new HashMap<>();
                        settings.put(Constants.FRAMEWORK_STORAGE, Files.createTempDirectory(Path.of(args[1]), "osgi").toString());
                        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
                        settings.put(Constants.FRAMEWORK_BOOTDELEGATION, "");
                        settings.put("felix.bootdelegation.implicit", "false");
                        settings.put("osgi.compatibility.bootdelegation", "false");
                        Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(settings);
                        framework.start();
                        Bundle bundle = framework.getBundleContext().installBundle(Path.of(args[0]).toUri().toString());
                        bundle.start();
                        System.out.println(bundle.getState() == Bundle.ACTIVE);
                        framework.stop();
                        framework.waitForStop(0);
                        System.exit(3);
                    }
                }
                """, Jars.on(framework));
        Comparison.Swaps swaps = new Comparison(folder)
                .classPath(launcher, framework)
                .run(
                        "sample.Launcher",
                        bundle.toString(),
                        Files.createDirectory(folder.resolve("work")).toString());
        assertThat(swaps.outcome().lines()).hasSize(3).first().asString().startsWith("sample.bundle: turns 400");
        assertThat(swaps.outcome().lines()).endsWith("stopped with 4");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.in("sample.Activator")).containsExactly("Semaphore");
    }
}
