package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadedClassTransformerTest {
    @Test
    void bytesBelongToTheClassOfTheirNameOnly() {
        assertThat(LoadedClassTransformer.isNamed("java/util/Map", Map.class)).isTrue();
        assertThat(LoadedClassTransformer.isNamed("java/util/Map$Entry", Map.Entry.class))
                .isTrue();
        assertThat(LoadedClassTransformer.isNamed("java/util/Set", Map.class)).isFalse();
        assertThat(LoadedClassTransformer.isNamed("java/util/Map$Entry", Map.class))
                .isFalse();
        assertThat(LoadedClassTransformer.isNamed(null, Map.class)).isFalse();
    }
}
