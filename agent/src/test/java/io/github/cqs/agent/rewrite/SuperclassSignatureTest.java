package io.github.cqs.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuperclassSignatureTest {
    private static final String OURS = "ours/Queue";

    @Test
    void onlyTheSuperclassItselfIsReplaced() {
        assertThat(SuperclassSignature.replace("Lits/Queue<Ljava/lang/String;>;", OURS))
                .isEqualTo("Lours/Queue<Ljava/lang/String;>;");
        assertThat(SuperclassSignature.replace(
                        "<K:Lits/Queue<TK;>;>Lits/Queue<-Lits/Queue<[TK;>;>;Lits/Its<TK;>;", OURS))
                .isEqualTo("<K:Lits/Queue<TK;>;>Lours/Queue<-Lits/Queue<[TK;>;>;Lits/Its<TK;>;");
        assertThat(SuperclassSignature.replace("<K::Ljava/lang/Comparable<TK;>;V:Ljava/lang/Object;>Lits/Lock;", OURS))
                .isEqualTo("<K::Ljava/lang/Comparable<TK;>;V:Ljava/lang/Object;>Lours/Queue;");
    }

    @Test
    void whatIsNoSignatureStaysAsItIs() {
        assertThat(SuperclassSignature.replace(null, OURS)).isNull();
        assertThat(SuperclassSignature.replace("", OURS)).isEmpty();
        assertThat(SuperclassSignature.replace("<K", OURS)).isEqualTo("<K");
        assertThat(SuperclassSignature.replace("Lits/Queue", OURS)).isEqualTo("Lits/Queue");
    }
}
