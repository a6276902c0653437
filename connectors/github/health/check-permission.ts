/** One check for each permission: the read that its operations make, on a repository that shows whether it is held. */
import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { symptomOf } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { isUnprotected, ProtectionAnswer } from '../security/operations/branch-protection.ts';
import { isEmptyRepository, orNothing } from '../code/empty-repository.ts';
import { ask, inRepository, type Question } from '../client.ts';
import type { GithubContext } from '../context.ts';
import type { GrantName } from '../grants.ts';
import type { CallParameters } from '../octokit.ts';
import { recogniseToken } from '../token-kind.ts';
import { repositoryEmpty, revisionUnknown } from '../symptoms/repository.ts';
import { findRepository, type FoundRepository } from './find-repository.ts';

const Rows = z.array(z.unknown());
const oneOf = (repo: string): CallParameters => ({ ...inRepository(repo), per_page: '1' });

export interface Permission {
  readonly grant: GrantName;
  /** What was shown when it works. */
  readonly shows: string;
  readonly question: (repository: FoundRepository) => Question<z.ZodType>;
  /** A refusal that is no failure of this check. */
  readonly forgive?: (fault: Fault, context: GithubContext) => Promise<Finding | undefined>;
}

export const permissions = {
  contents: {
    grant: 'Contents: read',
    shows: 'Commits can be listed',
    question: ({ full_name: repo }) => ({
      schema: orNothing(Rows),
      call: 'GET /repos/{owner}/{repo}/commits',
      parameters: oneOf(repo),
      orMessage: isEmptyRepository,
    }),
  },
  pull_requests: {
    grant: 'Pull requests: read',
    shows: 'Pull requests can be listed',
    question: ({ full_name: repo }) => ({
      schema: Rows,
      call: 'GET /repos/{owner}/{repo}/pulls',
      parameters: oneOf(repo),
    }),
  },
  actions: {
    grant: 'Actions: read',
    shows: 'Workflow runs can be listed',
    question: ({ full_name: repo }) => ({
      schema: z.object({ workflow_runs: Rows }),
      call: 'GET /repos/{owner}/{repo}/actions/runs',
      parameters: oneOf(repo),
    }),
  },
  checks: {
    grant: 'Checks: read',
    shows: 'Checks can be listed',
    question: ({ full_name: repo, default_branch: branch }) => ({
      schema: z.object({ check_runs: Rows }),
      call: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters: { ...oneOf(repo), ref: branch },
    }),
    forgive: forgiveChecks,
  },
  administration: {
    grant: 'Administration: read',
    shows: 'The protection of a branch can be read',
    question: ({ full_name: repo, default_branch: branch }) => ({
      schema: ProtectionAnswer,
      call: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
      parameters: { ...inRepository(repo), branch },
      orMessage: isUnprotected,
    }),
  },
  dependabot_alerts: {
    grant: 'Dependabot alerts: read',
    shows: 'Dependabot alerts can be listed',
    question: ({ full_name: repo }) => ({
      schema: Rows,
      call: 'GET /repos/{owner}/{repo}/dependabot/alerts',
      parameters: oneOf(repo),
    }),
  },
  issues: {
    grant: 'Issues: read and write',
    shows: 'Issues can be listed; whether one can be opened shows only when one is',
    question: ({ full_name: repo }) => ({
      schema: Rows,
      call: 'GET /repos/{owner}/{repo}/issues',
      parameters: { ...oneOf(repo), state: 'all' },
    }),
    forgive: forgiveIssues,
  },
} as const satisfies Readonly<Record<string, Permission>>;

export async function checkPermission(context: GithubContext, permission: Permission): Promise<Finding> {
  const repository = await findRepository(context);
  if (repository === undefined) return nothingToTryOn();
  try {
    await ask(context, permission.question(repository));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const forgiven = await permission.forgive?.(error, context);
    if (forgiven !== undefined) return forgiven;
    // Refused after the permission was checked: a choice about this one repository.
    if (error.kind === 'feature_disabled') return switchedOff(permission, repository);
    const id = symptomOf(error)?.id;
    if (id !== revisionUnknown && id !== repositoryEmpty) throw error;
  }
  if (repository.private) {
    return { status: 'ok', summary: `${permission.shows}, in ${repository.full_name}.`, held: [heldOf(permission)] };
  }
  return {
    status: 'ok',
    summary: `${permission.shows}, in ${repository.full_name}; it is public and no private one is visible, so that the permission itself is not shown.`,
  };
}

/** What the read has shown: of a permission to write, the half that reads. */
function heldOf({ grant }: Permission): string {
  return grant === 'Issues: read and write' ? 'Issues: read' : grant;
}

function nothingToTryOn(): Finding {
  return {
    status: 'degraded',
    summary: 'No repository is visible to try it on.',
    remedy:
      'Select repositories for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it.',
  };
}

function switchedOff({ grant }: Permission, { full_name: repo }: FoundRepository): Finding {
  return {
    status: 'ok',
    summary: `The interface answers for ${grant}; in ${repo} the feature itself is off, which may be meant.`,
  };
}

/** The permission is not among those that a fine-grained token can be given, so that its absence is no fault of anybody. */
async function forgiveChecks(fault: Fault, { secrets }: GithubContext): Promise<Finding | undefined> {
  const token = await secrets.read('GITHUB_TOKEN');
  const isFineGrained = recogniseToken(token?.reveal() ?? '').id === 'fine_grained_token';
  if (!isFineGrained || symptomOf(fault)?.id !== 'permission_missing') return undefined;
  return {
    status: 'skipped',
    summary:
      'Checks: read cannot be chosen for a fine-grained token; of private repositories, ci.listChecks tells the workflow runs on the same commit instead, and says so.',
    missing: ['Checks: read'],
  };
}

/** Without it nothing is opened, and everything else works. */
function forgiveIssues(fault: Fault): Promise<Finding | undefined> {
  if (symptomOf(fault)?.id !== 'permission_missing') return Promise.resolve(undefined);
  return Promise.resolve({
    status: 'pending_configuration',
    summary: 'No issue can be opened; everything else works.',
    fault,
    missing: ['Issues: read and write'],
    remedy: `Leave it so if no issues are to be opened. Otherwise: ${fault.remedy}`,
  });
}
