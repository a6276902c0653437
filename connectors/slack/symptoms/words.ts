/** Slack's refusals as rows look for them, and as examples show them. */
import type { Seen, SymptomExample, SymptomMatch } from '../../../src/connector/symptom.ts';
import { refusalIn } from '../refusal.ts';

/** What a row looks for: one of these words, each a regular expression, with HTTP 200. */
export const saying = (...words: readonly string[]): SymptomMatch => ({
  status: 200,
  fields: { ok: false, error: new RegExp(`^(?:${words.join('|')})$`, 'u') },
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
