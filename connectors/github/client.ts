/** The only file of this connector that talks to the network. */
import type { z } from 'zod';
import { type Asked, createAsker, isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { HttpRequest } from '../../src/core/http-client.ts';
import type { GithubContext } from './context.ts';
import { secondsUntilReset } from './rate-limit.ts';
import { symptoms } from './symptoms.ts';
import { repositoryIn } from './vendor-error.ts';

/** The version of the interface that every schema here was written for. */
const apiVersion = '2022-11-28';

/** How the answer is to be written: the vendor's own media types. */
export type Accept = 'json' | 'object+json' | 'text-match+json';

export interface Question<S extends z.ZodType> {
  readonly schema: S;
  readonly path: string;
  readonly query?: FormFields;
  readonly accept?: Accept;
  /** A refusal whose message is an answer to this question: it is parsed by the schema instead of diagnosed. */
  readonly orMessage?: RegExp;
}

export function ask<S extends z.ZodType>(context: GithubContext, question: Question<S>): Promise<Asked<z.infer<S>>> {
  const { path, query } = question;
  return send(context, question, { method: 'GET', path, access: 'read', ...(query !== undefined && { query }) });
}

/** The only write: sent once, whatever comes back. @throws Fault `outcome_unknown` when its answer was lost. */
export function post<S extends z.ZodType>(
  context: GithubContext,
  { json, ...question }: Omit<Question<S>, 'query'> & { readonly json: object },
): Promise<Asked<z.infer<S>>> {
  return send(context, question, { method: 'POST', path: question.path, json, access: 'write' });
}

async function send<S extends z.ZodType>(
  context: GithubContext,
  { schema, accept = 'json', orMessage }: Question<S>,
  request: HttpRequest,
): Promise<Asked<z.infer<S>>> {
  const http = context.http('GITHUB_URL', {
    authorize: () => authorize(context, accept),
    retryAfter: (headers) => secondsUntilReset(headers, context.clock.now()),
  });
  const isAnswer = (response: DecodedResponse): boolean =>
    isPlainAnswer(response) || (response.status < 500 && orMessage?.test(response.body) === true);
  try {
    return await createAsker(context, { http, symptoms, isAnswer })(schema, request);
  } catch (error) {
    throw explainMove(error, request.path);
  }
}

/** Status of a free call without any credential: what stands in front of the interface answers the same to everybody. */
export async function statusWithoutCredential(context: GithubContext): Promise<number> {
  return (await context.http('GITHUB_URL').send({ method: 'GET', path: '/rate_limit', access: 'read' })).status;
}

async function authorize({ secrets }: GithubContext, accept: Accept): Promise<Record<string, string>> {
  const token = await secrets.read('GITHUB_TOKEN');
  return {
    accept: accept === 'json' ? 'application/vnd.github+json' : `application/vnd.github.${accept}`,
    'x-github-api-version': apiVersion,
    ...(token !== undefined && { authorization: `Bearer ${token.reveal()}` }),
  };
}

/**
 * The vendor redirects from a repository's former name. A redirect is never followed, and within the
 * address it means a new name far more often than a wrong address.
 */
function explainMove(error: unknown, path: string): unknown {
  const repository = repositoryIn(path);
  const isMove =
    error instanceof Fault &&
    error.kind === 'wrong_endpoint' &&
    // Of the client itself, which names the path only for a redirect within the address.
    symptomOf(error) === undefined &&
    'tried' in error.data &&
    error.data.tried.startsWith('/') &&
    repository !== undefined;
  if (!isMove) return error;
  return new Fault(
    'not_found_or_hidden',
    { what: repository },
    `${repository} was renamed or moved: ask for it by its present name, which its old page leads to. If every repository answers so, a sign-in page stands at GITHUB_URL.`,
    { cause: error },
  );
}
