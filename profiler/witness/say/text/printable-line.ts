/** Text that others chose, on a line of its own: nothing in it can steer a terminal or break the line. */
export function printable(line: string): string {
  return line.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  );
}
