/** What the guard finds, and how a refusal is explained to the person who asked. */
import { Fault } from '../../../src/core/fault.ts';
import { type RefusalRule, refusalRules } from './rules.ts';

export type Dialect = 'athena' | 'cloudtrail-lake';

export interface Refusal {
  readonly accepted: false;
  readonly rule: RefusalRule;
  /** From 1; 0 when the statement as a whole is meant. */
  readonly line: number;
  /** Characters from the line's beginning, from 1; 0 when the statement as a whole is meant. */
  readonly column: number;
  /** The offending word, sign or `U+` code point; empty inside literals and comments, which may hold anything. */
  readonly word: string;
}

export type Verdict = { readonly accepted: true } | Refusal;

/** Thrown and caught inside the guard: the first reason to refuse ends the reading. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly rule: RefusalRule;
  /** Offset in the text, in UTF-16 units; undefined when the statement as a whole is meant. */
  readonly at: number | undefined;
  readonly word: string;

  constructor(rule: RefusalRule, at?: number, word = '') {
    super(rule);
    this.rule = rule;
    this.at = at;
    this.word = word;
  }
}

const longestWord = 40;

export function refusalOf({ rule, at, word }: Refused, text: string): Refusal {
  const shown = word.length > longestWord ? `${word.slice(0, longestWord)}…` : word;
  if (at === undefined) return { accepted: false, rule, line: 0, column: 0, word: shown };
  const before = text.slice(0, at).split('\n');
  const column = Array.from(before.at(-1) ?? '').length + 1;
  return { accepted: false, rule, line: before.length, column, word: shown };
}

export function faultOf({ rule, line, column, word }: Refusal): Fault<'refused'> {
  const where = line === 0 ? '' : `Line ${line}, column ${column}${word === '' ? '' : ` (${word})`}: `;
  return new Fault('refused', { rule }, `${where}${refusalRules[rule]}`);
}
