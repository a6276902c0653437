/**
 * Characters that nobody sees, or that change how the text around them is seen: control and format characters (among
 * them those that reverse a text), separators of lines and paragraphs, lone surrogates, and all that Unicode lets a font
 * leave out. With them a name can look like another one. Joiners count only where they join nothing: languages and
 * emoji need them.
 */

const ofJoining = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya']
  .concat(['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const picture = String.raw`\p{Extended_Pictographic}`;
const every = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
const needed = [
  String.raw`[${ofJoining}][\u200C\u200D](?=[${ofJoining}])`,
  String.raw`[${picture}\p{Emoji_Modifier}\uFE0F]\u200D(?=${picture})`,
  String.raw`${picture}[\uFE0E\uFE0F]`,
];
const source = `${every}${needed.map((one) => `(?<!${one})`).join('')}`;
const first = new RegExp(source, 'u');
const all = new RegExp(source, 'gu');

/** Of a name that has one. */
export const hiddenError = 'must not contain control or invisible characters';

export function hasHidden(text: string): boolean {
  return first.test(text);
}

export function removeHidden(text: string): string {
  return text.replaceAll(all, '');
}

/** Text that others chose, on a line of its own: nothing in it can steer a terminal, break the line or change its order. */
export function printable(line: string): string {
  return line.replaceAll(all, escape);
}

/** The same for text of several lines. */
export function printableText(text: string): string {
  return text.replaceAll(all, (one) => ('\t\r\n'.includes(one) ? one : escape(one)));
}

/** The same JSON, in which such characters are escaped. */
export function printableJson(json: string): string {
  return json.replaceAll(all, (one) => ('\t\r\n'.includes(one) ? one : unitsOf(one)));
}

/** JSON whose strings are as `printableText` writes them, for what shows them. */
export function jsonToShow(json: string): string {
  return json.replaceAll(all, (one) => ('\t\r\n'.includes(one) ? one : `\\${escape(one)}`));
}

function escape(one: string): string {
  return String.raw`\u{${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
}

function unitsOf(one: string): string {
  return Array.from({ length: one.length }, (_unit, at) => {
    return String.raw`\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
