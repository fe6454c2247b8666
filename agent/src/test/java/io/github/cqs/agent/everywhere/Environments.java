package io.github.cqs.agent.everywhere;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The values of a test's {@link Environment}, one by one. */
public final class Environments implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return Arrays.stream(context.getRequiredTestMethod()
                        .getAnnotation(Environment.class)
                        .value())
                .map(Arguments::of);
    }
}
