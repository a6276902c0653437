/** The only file of this connector that asks the vendor's interfaces. */
import { isPlainAnswer } from '../../src/connector/ask-json.ts';
import { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';
import { parseAnswer } from '../../src/core/parse-answer.ts';
import { type AccessToken, forgetAccessToken, readAccessToken } from './access/access-token.ts';
import { type AnswerOf, answers } from './schema.ts';
import type { GcpContext } from './context.ts';
import { type FilledCall, fillPath, type PathOf } from './fill-path.ts';
import type { Method } from './slice.ts';
import { type CallOf, type MethodId, methods } from './slices.ts';
import { addressOf } from './reach.ts';
import { symptoms } from './symptoms.ts';

export interface Question<Id extends MethodId> {
  readonly path: PathOf<CallOf<Id>>;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly json?: object;
  /** It is billed, so that it is sent once whatever comes back. */
  readonly once?: true;
}

/**
 * Calls one method and reads its answer.
 *
 * A quota project is never named: that would need a permission that no role of the table has.
 * @throws Fault as `symptoms` tells it from the answer, or what prevented an answer.
 */
export async function ask<Id extends MethodId>(
  context: GcpContext,
  id: Id,
  question: Question<Id>,
): Promise<AnswerOf<Id>> {
  const method: Method = methods[id];
  const { path, ...rest } = question;
  return readAnswer(context, id, await send(context, method, { ...fillPath(method.call, path), ...rest }));
}

/** @throws Fault as `symptoms` read it from an error answer, or `upstream_changed` naming the field that is not as documented. */
export function readAnswer<Id extends MethodId>(context: GcpContext, id: Id, response: HttpResponse): AnswerOf<Id> {
  // Sound because the type is inferred from the very schema that is found under the id.
  if (isPlainAnswer(new DecodedResponse(response))) {
    return parseAnswer(answers[id], response.body, context.noteUnread) as AnswerOf<Id>;
  }
  throw diagnose(symptoms, {
    response,
    path: methods[id].call,
    nowMs: context.clock.now(),
    variable: (name) => describeVariable(context, name),
  });
}

/** Sends a filled call with a token for its scope; any status is an answer. */
export async function send(
  context: GcpContext,
  method: Method,
  { verb, host, path, ...rest }: FilledCall & Omit<Question<MethodId>, 'path'>,
): Promise<HttpResponse> {
  const override = context.config.has('GCP_URL') ? context.config.url('GCP_URL') : undefined;
  for (let isSecond = false; ; isSecond = true) {
    // Before the call takes its turn: buying a token inside one could wait for a turn of its own.
    const token = await readAccessToken(context, method.scope);
    const http = context.httpTo(addressOf(host, override), {
      call: method.call,
      authorize: () => Promise.resolve({ authorization: `Bearer ${token.secret.reveal()}` }),
    });
    const response = await http.send({ method: verb, path, access: 'read', ...rest });
    if (response.status !== 401) return withoutToken(response, token);
    const hasChanged = await forgetAccessToken(context, method.scope, token);
    if (!hasChanged || isSecond) return withoutToken(response, token);
  }
}

/** What repeats the token must not pass it on: it was never a configured secret, so nothing else removes it. */
function withoutToken(response: HttpResponse, { secret }: AccessToken): HttpResponse {
  return { ...response, body: response.body.replaceAll(secret.reveal(), '[secret]') };
}

function describeVariable({ config }: GcpContext, name: string): string | undefined {
  return name === 'GCP_PROJECT' || name === 'RUNNER_GCP_CRED_MODE' ? config.text(name) : undefined;
}
