package org.smalljson;

import java.util.Map;

/** Writes flat objects of JSON, as a service takes such a library from elsewhere. */
public final class Json {
    private Json() {}

    public static String write(Map<String, ?> object) {
        StringBuilder out = new StringBuilder("{");
        for (Map.Entry<String, ?> field : object.entrySet()) {
            if (out.length() > 1) out.append(',');
            writeText(out, field.getKey());
            out.append(':');
            if (field.getValue() instanceof Number number) out.append(number);
            else writeText(out, String.valueOf(field.getValue()));
        }
        return out.append('}').toString();
    }

    private static void writeText(StringBuilder out, String text) {
        out.append('"');
        for (int place = 0; place < text.length(); place++) {
            char one = text.charAt(place);
            if (one == '"' || one == '\\') out.append('\\');
            if (one < ' ') out.append(String.format("\\u%04x", (int) one));
            else out.append(one);
        }
        out.append('"');
    }
}
