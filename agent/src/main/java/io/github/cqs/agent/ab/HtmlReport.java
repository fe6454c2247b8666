package io.github.cqs.agent.ab;

import java.util.List;

final class HtmlReport {
    HtmlReport(Experiment experiment, List<Comparison> comparisons, List<Guard> guards) {}

    String render() {
        return "";
    }
}
