import { z } from 'zod';
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Message } from '../../schema-parts.ts';
import { type Actors, Protection } from '../schema.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubOperations } from '../../context.ts';

type Told = Answer<DataOf<'code.getBranchProtection'>>;
type ToldActors = NonNullable<Extract<Told['data'], { isProtected: true }>['mayPush']>;

/** A 404 that answers the question. */
export const isUnprotected = /Branch not protected/u;
/** Either answer, so that a check takes both too. */
export const ProtectionAnswer = z.union([Protection, Message]);

export const protectionOperations: GithubOperations<'code.getBranchProtection'> = {
  'code.getBranchProtection': {
    async run({ repo, branch }, context) {
      const { answer } = await ask(context, {
        schema: ProtectionAnswer,
        call: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
        parameters: { ...inRepository(repo), branch },
        orMessage: isUnprotected,
      });
      return answer.message === undefined ? tell(answer) : none(branch);
    },
  },
};

const rulesets = 'Rules of a ruleset are separate from it and are not among these.';

function none(branch: string): Told {
  return {
    data: { isProtected: false },
    complete: true,
    because: `The read was allowed and ${branch} has no protection of its own. ${rulesets}`,
    truncated: false,
  };
}

function tell(found: Protection): Told {
  const { required_status_checks: checks, required_pull_request_reviews: review, restrictions } = found;
  const required = new Set([...(checks?.checks.map(({ context }) => context) ?? []), ...(checks?.contexts ?? [])]);
  return {
    data: {
      isProtected: true,
      requiredChecks: [...required],
      requiresUpToDateBranch: checks?.strict === true,
      review: review
        ? {
            requiredApprovals: review.required_approving_review_count,
            dismissesStaleApprovals: review.dismiss_stale_reviews,
            requiresCodeOwner: review.require_code_owner_reviews,
            requiresApprovalOfLastPush: review.require_last_push_approval,
            mayBypass: review.bypass_pull_request_allowances && tellActors(review.bypass_pull_request_allowances),
          }
        : undefined,
      appliesToAdmins: found.enforce_admins,
      requiresSignatures: found.required_signatures,
      requiresLinearHistory: found.required_linear_history,
      requiresResolvedConversations: found.required_conversation_resolution,
      allowsForcePushes: found.allow_force_pushes,
      allowsDeletion: found.allow_deletions,
      isLocked: found.lock_branch,
      mayPush: restrictions ? tellActors(restrictions) : undefined,
    },
    complete: true,
    because: required.size === 0 ? `No check is required. ${rulesets}` : rulesets,
    truncated: false,
  };
}

function tellActors({ users, teams, apps }: Actors): ToldActors {
  return {
    users: users.map(({ login }) => login),
    teams: teams.map(({ slug }) => slug),
    apps: apps.flatMap(({ slug, name }) => slug ?? name ?? []),
  };
}
