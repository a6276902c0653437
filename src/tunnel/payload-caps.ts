/**
 * What each message may be at most, judged before its schema runs: its length before a byte of it is received, its
 * depth and the number of its values before it is parsed. A schema names every fault it finds, so what it is given
 * must be small.
 */
import type { CommandName, ReportName } from './messages.ts';

export interface PayloadCap {
  /** As UTF-8. */
  readonly bytes: number;
  /** Of objects and lists inside one another. */
  readonly depth: number;
  /** Values of lists and members of objects, all together. */
  readonly values: number;
}

interface MessageCaps {
  readonly request: PayloadCap;
  readonly answer: PayloadCap;
}

const kibi = 1024;
const mebi = 1024 * kibi;
/** `{}` and little more. */
const note: PayloadCap = { bytes: 4 * kibi, depth: 4, values: 32 };
const reasoned: PayloadCap = { bytes: 32 * kibi, depth: 4, values: 64 };
/** An answer that a connector may give, and its envelope. */
const operation: PayloadCap = { bytes: 13 * mebi, depth: 64, values: 2_000_000 };
/** The checks of two hundred sources, without every permission of each; of forty, with them. */
const health: PayloadCap = { bytes: 4 * mebi, depth: 8, values: 50_000 };

export const reportCaps = {
  'health.report': { request: health, answer: note },
  'capture.progress': { request: note, answer: note },
  // The bundle is one text.
  'capture.outcome': { request: { bytes: 12 * mebi, depth: 6, values: 4000 }, answer: note },
} as const satisfies Record<ReportName, MessageCaps>;

export const commandCaps = {
  'operation.run': { request: { bytes: 256 * kibi, depth: 64, values: 50_000 }, answer: operation },
  'health.run': { request: note, answer: health },
  'capture.start': { request: reasoned, answer: reasoned },
  'capture.abort': { request: reasoned, answer: note },
  'keys.announce': { request: note, answer: note },
  'authority.announce': { request: reasoned, answer: note },
} as const satisfies Record<CommandName, MessageCaps>;

/** Why a text is over its cap, and undefined when it is not. One pass, no recursion; a text that is not JSON may pass. */
export function findExcess(text: string, { depth, values }: PayloadCap): 'depth' | 'values' | undefined {
  let level = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        level += 1;
        count += 1;
        if (level > depth) return 'depth';
        break;
      case closeBrace:
      case closeBracket:
        level -= 1;
        break;
      case comma:
        count += 1;
        break;
      default:
        break;
    }
    if (count > values) return 'values';
  }
  return undefined;
}

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d,
];

/** Where the string that begins here ends. A quote behind an odd number of backslashes ends nothing. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
