package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoaderCheckTest {
    private static final Class<?>[] SHIMS = {String.class, Integer.class};

    private static final class Counting extends ClassLoader {
        private final boolean hides;
        private int asked;

        Counting(boolean hides) {
            super(null);
            this.hides = hides;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked++;
            if (hides) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Counting;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void eachLoaderIsAskedOnceAndByIdentity() {
        LoaderCheck check = new LoaderCheck(SHIMS, 0b11);
        Counting sees = new Counting(false);
        Counting hides = new Counting(true);
        for (int i = 0; i < 3; i++) {
            assertThat(check.refusal(sees)).isNull();
            assertThat(check.refusal(hides)).isEqualTo("its class loader does not find java.lang.String");
        }
        assertThat(sees.asked).isEqualTo(2);
        assertThat(hides.asked).isEqualTo(1);
    }

    @Test
    void onlySwappedClassesAreAskedFor() {
        Counting loader = new Counting(false);
        assertThat(new LoaderCheck(SHIMS, 0b10).refusal(loader)).isNull();
        assertThat(loader.asked).isEqualTo(1);
    }

    @Test
    void manyLoadersAreToldApart() {
        LoaderCheck check = new LoaderCheck(SHIMS, 0b01);
        List<Counting> loaders = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            loaders.add(new Counting(i % 3 == 0));
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 200; i++) {
                assertThat(check.refusal(loaders.get(i)) != null).isEqualTo(i % 3 == 0);
            }
        }
        assertThat(loaders).allSatisfy(loader -> assertThat(loader.asked).isEqualTo(1));
    }
}
