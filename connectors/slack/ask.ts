/**
 * The only file of this connector that talks to Slack. The vendor's own library builds a call and reads its
 * answer; the Agent's client sends it, under the gate, limits, proxy and authorities of every connector.
 */
import type { Logger, LogLevel, WebAPICallResult, WebClient, WebClientOptions } from '@slack/web-api';
import { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { runLibrary } from '../../src/connector/run-library.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import type { HttpRequest, HttpResponse } from '../../src/core/http-client.ts';
import type { SlackContext } from './context.ts';
import { isAccepted, refusalIn } from './refusal.ts';
import { symptoms } from './symptoms.ts';
import { readToken, type SlackToken } from './token.ts';

/** One call of the library. */
export type Run = (slack: WebClient) => Promise<WebAPICallResult>;

type Fetch = NonNullable<WebClientOptions['fetch']>;

/**
 * A client for one call, so that the gate knows whether it reads or writes: Slack's library sends both by POST.
 * The token stays with the Agent's client, which asks for it before every try.
 * @throws Fault as `symptoms` tells it from the answer, or what prevented an answer.
 */
export async function ask(context: SlackContext, access: HttpRequest['access'], run: Run): Promise<WebAPICallResult> {
  const { LogLevel: levels, WebClient: Client } = await import('@slack/web-api');
  const { result } = await runLibrary<Parameters<Fetch>, HttpResponse, WebAPICallResult>(
    ([url, init]) => send(context, access, { url: String(url), body: init?.body }),
    (forward) =>
      run(
        new Client(undefined, {
          slackApiUrl: context.config.url('SLACK_URL').href,
          allowAbsoluteUrls: false,
          // The Agent's client decides what is tried again, and how long is waited.
          retryConfig: { retries: 0 },
          rejectRateLimitedCalls: true,
          logger: silence(levels.ERROR),
          fetch: async (...request) => toFetched(await forward(request)),
        }),
      ),
  );
  return result;
}

/**
 * Of the library's headers none is sent: its user agent names the version of the kernel. An answer that is none is
 * diagnosed here, because the library takes a web page for a refusal and loses the status of a 429.
 */
async function send(
  context: SlackContext,
  access: HttpRequest['access'],
  { url, body }: { readonly url: string; readonly body: unknown },
): Promise<HttpResponse> {
  if (typeof body !== 'string') throw new Error('a call of Slack is a form, and no upload');
  const path = url.slice(url.lastIndexOf('/'));
  const built = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, content: body };
  const sendWith = (token: SlackToken | undefined): Promise<HttpResponse> => {
    const http = context.http('SLACK_URL', { authorize: () => authorize(context, token) });
    return http.send({ method: 'POST', path, built, access });
  };
  // Before the call takes its place among others: renewing a token needs a place too.
  const token = await readToken(context);
  let response = await sendWith(token);
  if (token?.forget !== undefined && refusalIn(new DecodedResponse(response))?.error === 'token_expired') {
    token.forget();
    // A write is sent once, also one that Slack refused before it did anything.
    if (access === 'read') response = await sendWith(await readToken(context));
  }
  if (isAccepted(new DecodedResponse(response))) return response;
  const { clock, config } = context;
  throw diagnose(symptoms, { response, path, nowMs: clock.now(), variable: (name) => config.describe(name) });
}

/** The cleaned text, and of the headers the scopes alone: the library would unpack what says that it is packed. */
function toFetched({ body, headers }: HttpResponse): Response {
  const scopes = headers['x-oauth-scopes'];
  return new Response(body, scopes === undefined ? {} : { headers: { 'x-oauth-scopes': String(scopes) } });
}

/** One that people replace is read before every try; one that was obtained is what it is. */
async function authorize({ secrets }: SlackContext, token: SlackToken | undefined): Promise<Record<string, string>> {
  const secret = token?.forget === undefined ? await secrets.read('SLACK_BOT_TOKEN') : token.secret;
  return secret === undefined ? {} : { authorization: `Bearer ${secret.reveal()}` };
}

/** The library's lines hold questions and answers. What goes wrong reaches the Agent's log as a fault. */
function silence(level: LogLevel): Logger {
  const nothing = (): void => undefined;
  const lines = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  return { ...lines, setLevel: nothing, setName: nothing, getLevel: () => level };
}
