package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;

/** Signs a jar with a key made for it. */
final class Signature {
    private static final String PASSWORD = "public";

    private Signature() {}

    static Path sign(Path jar, Path folder) throws IOException, GeneralSecurityException {
        Path keys = folder.resolve("keys.p12");
        ForkedJvm.Outcome keytool = ForkedJvm.plain()
                .classPath()
                .run(
                        "-m java.base/sun.security.tools.keytool.Main",
                        ("-genkeypair -alias signer -keyalg EC -dname CN=signer -storetype PKCS12 -storepass "
                                        + PASSWORD + " -keystore " + keys)
                                .split(" "));
        assertThat(keytool.exitCode()).as(keytool.out()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyStore.PrivateKeyEntry entry = (KeyStore.PrivateKeyEntry)
                store.getEntry("signer", new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
        Path signed = folder.resolve("signed.jar");
        try (ZipFile in = new ZipFile(jar.toFile());
                OutputStream out = Files.newOutputStream(signed)) {
            new JarSigner.Builder(entry).build().sign(in, out);
        }
        return signed;
    }
}
