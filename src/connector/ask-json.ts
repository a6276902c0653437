/** One call to an interface that speaks JSON over HTTP: its answer parsed, or the fault that the connector's own table makes of it. */
import type { z } from 'zod';
import type { HttpClient, HttpRequest, HttpResponse } from '../core/http-client.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import type { ConfigReader, ConnectorContext } from './context.ts';
import { DecodedResponse } from './decoded-response.ts';
import type { Manifest } from './manifest.ts';
import { diagnose, type Symptom } from './symptom.ts';

export interface AskerOptions {
  readonly http: HttpClient;
  readonly symptoms: readonly Symptom[];
  /** Whether this is an answer to the question and no refusal; by default 200, 201 or 203 that is not a web page. */
  readonly isAnswer?: (response: DecodedResponse) => boolean;
}

export interface Asked<Answer> {
  readonly answer: Answer;
  readonly headers: HttpResponse['headers'];
}

/** @throws Fault of the matching symptom, `upstream_changed`, or what prevented an answer. */
export type Asker = <S extends z.ZodType>(schema: S, request: HttpRequest) => Promise<Asked<z.infer<S>>>;

export function createAsker<M extends Manifest>(
  {
    config,
    clock,
    noteUnread,
  }: Pick<ConnectorContext<M>, 'clock' | 'noteUnread'> & { readonly config: Pick<ConfigReader<M>, 'describe'> },
  { http, symptoms, isAnswer = isPlainAnswer }: AskerOptions,
): Asker {
  return async (schema, request) => {
    const response = await http.send(request);
    const { body, headers } = response;
    if (isAnswer(new DecodedResponse(response))) return { answer: parseAnswer(schema, body, noteUnread), headers };
    throw diagnose(symptoms, {
      response,
      path: request.path,
      nowMs: clock.now(),
      variable: (name) => config.describe(name),
    });
  };
}

/**
 * A web page with 200 comes from a sign-in page or a proxy, never from the interface. 203 is an answer with 200 that a
 * proxy on the way changed, as one that compresses or scans does (RFC 9110, 15.3.4).
 */
export function isPlainAnswer({ status, isPage }: Pick<DecodedResponse, 'status' | 'isPage'>): boolean {
  return (status === 200 || status === 201 || status === 203) && !isPage;
}
