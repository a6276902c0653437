/** Slack's refusals as rows look for them, and as examples show them. */
import type { Seen, SymptomExample } from '../../../src/connector/symptom.ts';
import { refusalIn } from '../refusal.ts';

/** What a row looks for: one of these words, with HTTP 200. */
export const saying = (...words: readonly string[]): { status: 200; body: RegExp } => ({
  status: 200,
  body: new RegExp(String.raw`"error"\s*:\s*"(?:${words.join('|')})"`, 'u'),
});
/** What Slack says then. */
export const refusing = (error: string, more: object = {}): SymptomExample => ({
  status: 200,
  body: JSON.stringify({ ok: false, error, ...more }),
});

/** The word it refused with. */
export function wordIn({ response }: Seen): string {
  return refusalIn(response)?.error ?? 'unknown';
}
