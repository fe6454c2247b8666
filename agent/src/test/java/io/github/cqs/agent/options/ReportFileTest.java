package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
    @TempDir
    private Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void appearsWhenItIsComplete() throws IOException {
        Path file = Files.writeString(folder.resolve("r.json"), "old");
        List<String> seen = new ArrayList<>();
        ReportFile.write(file, out -> {
            out.write("new");
            out.flush();
            seen.add(Files.readString(file));
        });
        assertThat(seen).containsExactly("old");
        assertThat(file).content().isEqualTo("new");
        assertThat(files()).containsExactly(file);
    }

    @Test
    void aFailureLeavesTheOldOneAndNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("r.json"), "old");
        assertThatThrownBy(() -> ReportFile.write(file, out -> {
                    out.write("half");
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(file).content().isEqualTo("old");
        assertThat(files()).containsExactly(file);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theUnfinishedFileFollowsNoLinkAndNobodyElseCanWriteIt() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Path trap = folder.resolve(".cqs-" + ProcessHandle.current().pid() + "-0.part");
        Files.createSymbolicLink(trap, victim);
        Path file = folder.resolve("r.json");
        List<String> permissions = new ArrayList<>();
        ReportFile.write(file, out -> {
            try (Stream<Path> parts = Files.list(folder)) {
                for (Path part :
                        parts.filter(p -> p.toString().endsWith("-1.part")).toList()) {
                    permissions.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(part)));
                }
            }
            out.write("report");
        });
        assertThat(victim).content().isEqualTo("mine");
        assertThat(file).content().isEqualTo("report");
        assertThat(permissions).singleElement().asString().doesNotEndWith("w-").doesNotEndWith("wx");
    }

    @Test
    void aNameAsLongAsNamesMayBeCanBeWritten() throws IOException {
        Path file = folder.resolve("r".repeat(250) + ".json");
        assertThat(ReportFile.problem(file)).isNull();
        ReportFile.write(file, out -> out.write("x"));
        assertThat(file).content().isEqualTo("x");
    }
}
