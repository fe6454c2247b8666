package io.github.cqs.agent.ab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON value. What is absent reads as nothing: no entries, an empty text, NaN. */
final class Node {
    private static final Node ABSENT = new Node(null);

    private final @Nullable Object value;

    private Node(@Nullable Object value) {
        this.value = value;
    }

    static Node read(Path file) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            json.nextToken();
            return new Node(parse(json));
        }
    }

    private static @Nullable Object parse(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                object.put(name, parse(json));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            List<@Nullable Object> array = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                array.add(parse(json));
            }
            return array;
        }
        if (token == null || token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return json.getLongValue();
        }
        return token.isNumeric()
                ? (Object) json.getDoubleValue()
                : token.isBoolean() ? (Object) json.getBooleanValue() : json.getText();
    }

    /** Maps, lists, strings, numbers and booleans as text; numbers that are none become null. */
    static String write(Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            write(json, value);
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                write(json, entry.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof double[] array) {
            json.writeStartArray();
            for (double element : array) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Double number) {
            writeNumber(json, number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    private static void writeNumber(JsonGenerator json, double number) throws IOException {
        if (!Double.isFinite(number)) {
            json.writeNull();
        } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            json.writeNumber((long) number);
        } else {
            json.writeNumber(number);
        }
    }

    Node at(String name) {
        @Nullable Object found = value instanceof Map<?, ?> map ? map.get(name) : null;
        return found == null ? ABSENT : new Node(found);
    }

    List<Node> elements() {
        List<Node> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object element : list) {
                elements.add(new Node(element));
            }
        }
        return elements;
    }

    Map<String, Node> entries() {
        Map<String, Node> entries = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> entries.put(String.valueOf(key), new Node(entry)));
        }
        return entries;
    }

    boolean isAbsent() {
        return value == null;
    }

    String text() {
        return value == null ? "" : value.toString();
    }

    double number() {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** The number, or 0. */
    long count() {
        return value instanceof Number number ? number.longValue() : 0;
    }

    boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    double[] numbers() {
        return elements().stream().mapToDouble(Node::number).toArray();
    }
}
