/** Asks GitHub with the credential that is configured: a token, or the tokens that a GitHub App obtains. */
import type { z } from 'zod';
import type { Asked } from '../../src/connector/ask-json.ts';
import type { HttpOptions } from '../../src/connector/context.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Secret } from '../../src/core/secret.ts';
import { forgetInstallationToken, readInstallationToken } from './app/installation-token.ts';
import type { GithubContext } from './context.ts';
import { askAs, type Question } from './send.ts';

export type { Accept, Question } from './send.ts';

/** Parameters of every call about one repository, which callers spell `owner/name`. */
export function inRepository(repository: string): { readonly owner: string; readonly repo: string } {
  const [owner = '', repo = ''] = repository.split('/');
  return { owner, repo };
}

/** @throws Fault as `askAs`, and what keeps an app from obtaining a token. */
export async function ask<S extends z.ZodType>(
  context: GithubContext,
  question: Question<S>,
): Promise<Asked<z.infer<S>>> {
  return askAs(context, await credentialOf(context), question);
}

/** Whether the credential is a GitHub App, of which this Agent makes the tokens. */
export function usesApp({ config }: GithubContext): boolean {
  return config.has('GITHUB_APP_ID');
}

/** The Agent's client adds the token to each try, so that the library never holds it. */
async function credentialOf(context: GithubContext): Promise<HttpOptions> {
  if (!usesApp(context)) return { authorize: async () => bearer(await context.secrets.read('GITHUB_TOKEN')) };
  if (context.config.has('GITHUB_TOKEN')) throw twoCredentials();
  // Before anything is sent and between two tries: obtaining one waits for its own place among the calls.
  let used = await readInstallationToken(context);
  return {
    authorize: () => Promise.resolve(bearer(used.token)),
    renew: async () => {
      forgetInstallationToken(context, used);
      used = await readInstallationToken(context);
      return true;
    },
  };
}

function bearer(token: Secret | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}

function twoCredentials(): Fault {
  return new Fault(
    'not_configured',
    { variable: 'GITHUB_TOKEN' },
    'GITHUB_TOKEN and GITHUB_APP_ID are both set, and only one credential can be used. Unset GITHUB_TOKEN to use the GitHub App, or unset GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY to use the token.',
  );
}
