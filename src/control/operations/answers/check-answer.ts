/** Reads the answer of an Agent to the bytes that its route sends. Pure; a large one is read in a worker. */
import type { WireFault } from '../../../tunnel/messages.ts';
import type { z } from 'zod';
import { readAnswer } from '../../../tunnel/session/parse-payload.ts';
import { TunnelError } from '../../../tunnel/session/tunnel-error.ts';

/** The result as JSON in UTF-8, of the shape that `OperationResult` promises. */
export type CheckedAnswer =
  | { readonly ok: true; readonly result: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly fault: z.infer<typeof WireFault> };

const encoder = new TextEncoder();

/** @throws TunnelError `invalid_answer`. */
export function checkAnswer(text: string): CheckedAnswer {
  const answer = readAnswer('operation.run', text);
  return answer.ok ? { ok: true, result: encoder.encode(JSON.stringify(answer.result)) } : answer;
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
