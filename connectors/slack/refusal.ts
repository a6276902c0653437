/** Slack refuses with HTTP 200 and `"ok": false`: what such an answer says. */
import { isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { Refusal } from './schema.ts';

/** Texts of people hold quotation marks only escaped, so that they never look like this. */
const saysNo = /"ok"\s*:\s*false/u;

export function refusalIn({ body }: Pick<DecodedResponse, 'body'>): Refusal | undefined {
  if (!saysNo.test(body)) return undefined;
  try {
    return Refusal.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

export function isAccepted(response: DecodedResponse): boolean {
  return isPlainAnswer(response) && refusalIn(response) === undefined;
}

/** Scopes as Slack writes them: `channels:read,groups:read`. */
export function splitScopes(text: string | undefined): string[] {
  return (text ?? '')
    .split(/[\s,|]+/u)
    .filter((scope) => /^[a-z][\w.:-]{1,60}$/u.test(scope))
    .slice(0, 100);
}
