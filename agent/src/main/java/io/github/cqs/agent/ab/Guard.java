package io.github.cqs.agent.ab;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that stands between the figures and what they seem to say.
 *
 * @param serious whether the verdicts mean nothing because of it
 * @param finding what was seen
 * @param action what to do
 */
record Guard(boolean serious, String finding, String action) {
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("serious", serious);
        tree.put("finding", finding);
        tree.put("action", action);
        return tree;
    }

    @Override
    public String toString() {
        return (serious ? "NOT VALID: " : "Caution: ") + finding + ". " + action + '.';
    }
}
