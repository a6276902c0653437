/** What sentences about causes are made of: figures as a language writes them, and names that are short. */
import { functionOf } from '../../bundle/keys/key-text.ts';
import type { SourcePlace } from '../../bundle/record/bundle.ts';
import type { Text } from '../../diff/summary.ts';
import { renderDuration, renderNumber } from '../../diff/write-value.ts';

/** The same in both languages, but for how they write figures. */
export interface Figures {
  readonly number: (value: number) => string;
  /** Of what is counted: without a fraction where it is nearly whole. */
  readonly count: (value: number) => string;
  /** Nanoseconds. */
  readonly time: (ns: number) => string;
  readonly bytes: (value: number) => string;
  /** "3.0 ×", "+71 %", "−20 %". */
  readonly ratio: (before: number, after: number) => string;
  /** "0.4/s → 150/s". */
  readonly rates: (before: number, after: number) => string;
  /** "for each request", "17 times for each request", "150 times a second". */
  readonly often: (amount: number, isPerRequest: boolean) => string;
}

/** From here on a ratio is read more easily than a percentage. */
export const readAsFactor = 2.5;
const thousands = ['B', 'kB', 'MB', 'GB'] as const;

function bytesOf(value: number): string {
  let [left, power] = [value, 0];
  while (left >= 1000 && power < thousands.length - 1) [left, power] = [left / 1000, power + 1];
  return `${renderNumber(left)} ${thousands[power] ?? ''}`;
}

function ratioOf(before: number, after: number): string {
  const ratio = after / before;
  if (ratio >= readAsFactor) return `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)} ×`;
  const percent = Math.round(Math.abs(ratio - 1) * 100);
  return `${ratio >= 1 ? '+' : '−'}${percent} %`;
}

function figuresOf(comma: (text: string) => string, often: Figures['often']): Figures {
  const number = (value: number): string => comma(renderNumber(value));
  return {
    number,
    count: (value) => (times(value) === Math.round(value) ? String(Math.round(value)) : number(value)),
    time: (ns) => comma(renderDuration(ns)),
    bytes: (value) => comma(bytesOf(value)),
    ratio: (before, after) => comma(ratioOf(before, after)),
    rates: (before, after) => `${number(before)}/s → ${number(after)}/s`,
    often,
  };
}

/** Counted amounts are rarely whole: requests that are under way at either end are part of one count only. */
function times(amount: number): number {
  const whole = Math.round(amount);
  return amount >= 0.85 && Math.abs(amount - whole) / amount <= 0.15 ? whole : amount;
}

export const en: Figures = figuresOf(
  (text) => text,
  (amount, isPerRequest) => {
    const count = times(amount);
    if (!isPerRequest) return `${en.count(count)} times a second`;
    if (count < 0.85) return `in ${Math.round(count * 100)} % of requests`;
    return count === 1 ? 'for each request' : `${en.count(count)} times for each request`;
  },
);

const decimalComma = (text: string): string => text.replaceAll(/(?<=\d)\.(?=\d)/gu, ',');

export const pt: Figures = figuresOf(decimalComma, (amount, isPerRequest) => {
  const count = times(amount);
  if (!isPerRequest) return `${pt.count(count)} vezes por segundo`;
  if (count < 0.85) return `em ${Math.round(count * 100)} % das requisições`;
  return count === 1 ? 'a cada requisição' : `${pt.count(count)} vezes a cada requisição`;
});

/** "1.13 ms (none before)", "1.13 ms instead of 0.2 ms". */
export function insteadOf(
  { before, after }: { readonly before: number; readonly after: number },
  write: (figures: Figures) => (value: number) => string,
): Text {
  const [e, p] = [write(en), write(pt)];
  if (after === 0) return text(`none (${e(before)} before)`, `nada (antes ${p(before)})`);
  if (before === 0) return text(`${e(after)} (none before)`, `${p(after)} (antes nada)`);
  return text(`${e(after)} instead of ${e(before)}`, `${p(after)} em vez de ${p(before)}`);
}

export function text(english: string, portuguese: string): Text {
  return { en: english, 'pt-BR': portuguese };
}

const longestName = 44;

/** Keeps both ends: names of one program differ there. */
export function shorten(name: string, longest = longestName): string {
  if (name.length <= longest) return name;
  const end = Math.ceil((longest - 1) / 2);
  // Not between the two halves of one character.
  const first = name.slice(0, longest - 1 - end).replace(/[\uD800-\uDBFF]$/u, '');
  return `${first}…${name.slice(-end).replace(/^[\uDC00-\uDFFF]/u, '')}`;
}

/** The last part of a path, with its folder where that part is a placeholder alone; other text is left as it is. */
export function baseName(path: string): string {
  if (!path.startsWith('/')) return path;
  const parts = path.split('/').filter((part) => part !== '');
  const isPlaceholder = /^\{\w+\}$/u.test(parts.at(-1) ?? '');
  return parts.slice(isPlaceholder ? -2 : -1).join('/') || path;
}

/** "combine_rates (prices.c:11)": without its module where the place is known, and without arguments and templates. */
export function nameFunction(key: string, place: SourcePlace | undefined): string {
  const bare = shorten(withoutArguments(functionOf(key)));
  if (place === undefined) return bare;
  const file = place.file.split('/').at(-1) ?? place.file;
  return `${bare} (${shorten(file)}${place.line === undefined ? '' : `:${place.line}`})`;
}

/** Receivers such as `(*Cache)` are part of a name, arguments behind it are not. */
function withoutArguments(name: string): string {
  const bare = name.replace(/(?<=[\w>])\((?!\*).*\)(?: const)?$/u, '');
  return bare === '' ? name : bare;
}
