/** A text as one cell of CSV (RFC 4180). */
import { printableText } from './hidden-characters.ts';

/**
 * A spreadsheet takes a cell that begins like a formula for one, and such texts are chosen by others. Such a cell gets an
 * apostrophe in front. With another separator set, it splits each line there whatever the quotes say, because the line
 * does not begin with one: so does what follows a separator or a line break within the text. So does a text that has an
 * apostrophe there, so that the text can be had back.
 */
export function renderCsvCell(text: string): string {
  const split = printableText(text).replaceAll(/(\r\n|[;,\t\r\n])(?=[\s"]*[=+\-@'＝＋－＠|%])/gu, "$1'");
  const safe = /^[\s"]*[=+\-@'\t\r\n＝＋－＠|%]/u.test(split) ? `'${split}` : split;
  return /[",\r\n']|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
