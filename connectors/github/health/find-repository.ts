/** A repository to try the permissions on. */
import { z } from 'zod';
import { symptomOf } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { ask, usesApp } from '../client.ts';
import type { GithubContext } from '../context.ts';
import { installationRefused } from '../symptoms/access.ts';

const Found = z.object({ full_name: z.string(), private: z.boolean(), default_branch: z.string() });
export type FoundRepository = z.infer<typeof Found>;

/**
 * The one that was pushed to last, a private one before a public one: a public repository is read without any
 * permission, and shows nothing of the token.
 */
export async function findRepository(context: GithubContext): Promise<FoundRepository | undefined> {
  if (usesApp(context)) return findInstalled(context);
  try {
    return (await findOwn(context, 'private')) ?? (await findOwn(context, 'all'));
  } catch (error) {
    if (!(error instanceof Fault) || symptomOf(error)?.id !== installationRefused) throw error;
  }
  return findInstalled(context);
}

/** An installation is no user, and has a list of its own. */
async function findInstalled(context: GithubContext): Promise<FoundRepository | undefined> {
  const { answer } = await ask(context, {
    schema: z.object({ repositories: z.array(Found) }),
    call: 'GET /installation/repositories',
    parameters: { per_page: '100' },
  });
  return answer.repositories.find((one) => one.private) ?? answer.repositories[0];
}

async function findOwn(context: GithubContext, visibility: 'private' | 'all'): Promise<FoundRepository | undefined> {
  const parameters = { visibility, sort: 'pushed', direction: 'desc', per_page: '1' };
  const { answer } = await ask(context, { schema: z.array(Found), call: 'GET /user/repos', parameters });
  return answer[0];
}
