import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { symptomOf } from '../../../src/connector/symptom.ts';
import type { Fault } from '../../../src/core/fault.ts';
import type { GithubContext } from '../context.ts';
import { oneRow, permissionCheck, Rows } from '../health/check-permission.ts';
import { recogniseToken } from '../token-kind.ts';
import { ci } from './manifest.ts';

export const ciChecks = {
  actions: permissionCheck(ci.checks.actions, {
    shows: 'Workflow runs can be listed',
    schema: z.object({ workflow_runs: Rows }),
  }),

  checks: permissionCheck(ci.checks.checks, {
    shows: 'Checks can be listed',
    schema: z.object({ check_runs: Rows }),
    parameters: ({ default_branch: branch }) => ({ ...oneRow, ref: branch }),
    forgive: forgiveChecks,
  }),
};

/** A fine-grained token cannot be given the permission, so that its absence is nobody's mistake. */
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
