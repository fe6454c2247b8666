package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobsTest {
    @ParameterizedTest
    @CsvSource({
        "**, Main, true",
        "**, com.acme.Main, true",
        "*, Main, true",
        "*, com.acme.Main, false",
        "com.acme.*, com.acme.Main, true",
        "com.acme.*, com.acme.Main$Inner, true",
        "com.acme.*, com.acme.sub.Main, false",
        "com.acme.**, com.acme.sub.Main, true",
        "com.acme.**, com.acmes.Main, false",
        "**.Main, com.acme.Main, true",
        "**.Main, Main, false",
        "**Main, Main, true",
        "**.sub.*, com.acme.sub.Main, true",
        "**.sub.*, com.acme.sub.sub.Main, true",
        "com.*.Main, com.acme.Main, true",
        "com.*.Main, com.acme.sub.Main, false",
        "com.acme.M??n, com.acme.Main, true",
        "com.acme?Main, com.acme.Main, false",
        "com.acme.Main, com.acme.Main, true",
        "com.acme.Main, com.acme.Main2, false",
        "a.* + b.**, b.c.D, true",
        "a.*+b.**, c.D, false",
        "***, com.acme.Main, true",
        "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab, false",
        "**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a*b, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab, true",
        "*.M*n, a.Main, true",
        "com.acme.**, com.acme., true",
        "com.acme.**, com.acme, false",
        "com.acme.**n, com.acme.sub.Main, true",
        "com.acme.***, com.acme.sub.Main, true",
        "com.a?**, com.acme.Main, true",
        "**.*, Main, false",
        "'', Main, false"
    })
    void matches(String globs, String name, boolean expected) {
        assertThat(Globs.parse(globs).matches(name)).isEqualTo(expected);
    }
}
