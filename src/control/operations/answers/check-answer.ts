/** Reads the answer of an Agent to the bytes that its route sends. Pure; a large one is read in a worker. */
import type { WireFault } from '../../../tunnel/messages.ts';
import type { z } from 'zod';
import { countRows } from '../../../core/count-rows.ts';
import { readAnswer } from '../../../tunnel/session/parse-payload.ts';
import { TunnelError } from '../../../tunnel/session/tunnel-error.ts';

/** The result as JSON in UTF-8, of the shape that `OperationResult` promises. */
export type CheckedAnswer =
  | { readonly ok: true; readonly result: Uint8Array<ArrayBuffer>; readonly facts: AnswerFacts }
  | { readonly ok: false; readonly fault: z.infer<typeof WireFault> };

/** What is recorded of a result, and whether it is whole. */
export interface AnswerFacts {
  readonly source: string;
  readonly upstreamCalls: number;
  readonly rows: number;
  readonly complete: boolean;
  /** There are further rows. */
  readonly truncated: boolean;
}

const encoder = new TextEncoder();
/** Far above the longest remedy with its data. In UTF-16 units. */
const longestRefusal = 64 * 1024;

/** @throws TunnelError `invalid_answer`. */
export function checkAnswer(text: string): CheckedAnswer {
  const answer = readAnswer('operation.run', text);
  if (!answer.ok) {
    if (text.length > longestRefusal) throw new TunnelError('invalid_answer', 'The refusal is too long.');
    return answer;
  }
  const { data, source, upstreamCalls, complete, truncated } = answer.result;
  const facts = { source, upstreamCalls, rows: countRows(data), complete, truncated };
  return { ok: true, result: encoder.encode(JSON.stringify(answer.result)), facts };
}

/** Errors do not cross to another thread with their class. */
export type AnswerVerdict = CheckedAnswer | { readonly invalid: string };

export function judgeAnswer(text: string): AnswerVerdict {
  try {
    return checkAnswer(text);
  } catch (error) {
    if (error instanceof TunnelError) return { invalid: error.message };
    throw error;
  }
}
