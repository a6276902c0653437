/** The only file of this connector that talks to the network. */
import type { z } from 'zod';
import { type Asked, createAsker, isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { HttpOptions } from '../../src/connector/context.ts';
import type { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { tokenCall } from './app/calls.ts';
import type { GithubContext } from './context.ts';
import { type Call, type CallParameters, sendThroughOctokit } from './octokit.ts';
import { secondsUntilReset } from './symptoms/rate.ts';
import { symptoms } from './symptoms.ts';
import { repositoryIn } from './vendor-error.ts';

/** The version of the interface that every schema here was written for. */
const apiVersion = '2022-11-28';

/** How the answer is to be written: the vendor's own media types. */
export type Accept = 'json' | 'object+json' | 'text-match+json';

export interface Question<S extends z.ZodType> {
  readonly schema: S;
  readonly call: Call;
  readonly parameters?: CallParameters;
  readonly accept?: Accept;
  /** A refusal whose message is an answer to this question: it is parsed by the schema instead of diagnosed. */
  readonly orMessage?: RegExp;
}

/**
 * Asks with the credential that the options add.
 * @throws Fault as the symptoms diagnose it; `outcome_unknown` when the answer to a write was lost.
 */
export function askAs<S extends z.ZodType>(
  context: GithubContext,
  credential: HttpOptions,
  { schema, call, parameters, accept = 'json', orMessage }: Question<S>,
): Promise<Asked<z.infer<S>>> {
  const http = context.http('GITHUB_URL', {
    ...credential,
    retryAfter: (headers) => secondsUntilReset(headers, context.clock.now()),
  });
  const isAnswer = (response: DecodedResponse): boolean =>
    isPlainAnswer(response) || (response.status < 500 && orMessage?.test(response.body) === true);
  const asker = createAsker(context, { http, symptoms, isAnswer });
  const headers = {
    // Set whole: the library would write a format as `v3.object+json`.
    accept: accept === 'json' ? 'application/vnd.github+json' : `application/vnd.github.${accept}`,
    'x-github-api-version': apiVersion,
  };
  return sendThroughOctokit(context.config.url('GITHUB_URL'), { call, parameters, headers }, async (request) => {
    try {
      return await asker(schema, { ...request, access: isWrite(call) ? 'write' : 'read' });
    } catch (error) {
      throw explainMove(error, request.path);
    }
  });
}

/** A POST is a write, which is sent once whatever comes back; but for the one that obtains a token. */
function isWrite(call: Call): boolean {
  return call.startsWith('POST ') && call !== tokenCall;
}

/** Status of a free call without any credential: a proxy in front of the interface answers the same to everybody. */
export async function statusWithoutCredential(context: GithubContext): Promise<number> {
  const http = context.http('GITHUB_URL');
  const { status } = await sendThroughOctokit(
    context.config.url('GITHUB_URL'),
    { call: 'GET /rate_limit' },
    (request) => http.send({ ...request, access: 'read' }),
  );
  return status;
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
    `${repository} was renamed or moved: ask for it by its present name, which its old page leads to. If every repository answers so, GITHUB_URL leads to a sign-in page.`,
    { cause: error },
  );
}
