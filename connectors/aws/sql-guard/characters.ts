/**
 * Which characters may stand where. A statement must read the same to a person, to this guard and to
 * the engine: what cannot be seen, reorders what is seen or ends a line only for some is refused.
 */
import { Refused } from './verdict.ts';

/**
 * Controls, format characters (bidirectional ones among them), private use, unassigned code points,
 * halves of surrogate pairs, and the separators that end a line for some readers only. Tab, line feed
 * and CR LF stay.
 */
const unseen = /(?!\r\n)[[\p{C}\p{Zl}\p{Zp}]--[\t\n]]/v;

/** Joiners are part of the spelling of several scripts, so a literal may hold them. */
const unseenInLiteral = /(?!\r\n)[[\p{C}\p{Zl}\p{Zp}]--[\t\n\u200c\u200d]]/v;

/** Letters of any script and visible ASCII, without the backslash that some readers take for an escape. */
const unfitForIdentifier = /[^\p{L}\p{M}\p{N} !-\[\]-~]/v;

export function checkComment(text: string, at: number): void {
  refuseFirst(unseen, text, at);
}

export function checkLiteral(text: string, at: number): void {
  refuseFirst(unseenInLiteral, text, at);
}

export function checkQuotedIdentifier(text: string, at: number): void {
  refuseFirst(unfitForIdentifier, text, at);
}

/** The character outside every quotation that no token begins with. */
export function refuseCharacter(text: string, at: number): never {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '?') throw new Refused('sql_parameter', at, character);
  if (/^[!-~]$/u.test(character)) throw new Refused('sql_symbol', at, character);
  throw new Refused('sql_character', at, codePointName(character));
}

function refuseFirst(unfit: RegExp, text: string, at: number): void {
  const found = unfit.exec(text);
  if (found !== null) throw new Refused('sql_character', at + found.index, codePointName(found[0]));
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
