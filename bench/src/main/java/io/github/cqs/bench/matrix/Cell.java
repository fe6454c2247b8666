package io.github.cqs.bench.matrix;

/**
 * One comparison.
 *
 * @param name parts with dots between them, the first one being the group
 * @param loop the class of the loop
 */
record Cell(String name, String loop, Shape shape, Measure measure) {
    String group() {
        return name.substring(0, name.indexOf('.'));
    }

    String kind() {
        return shape.virtual() ? "virtual" : "platform";
    }
}
