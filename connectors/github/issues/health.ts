import type { Finding } from '../../../src/connector/connector.ts';
import type { Fault } from '../../../src/core/fault.ts';
import { oneRow, permissionCheck, Rows } from '../health/check-permission.ts';
import { issues } from './manifest.ts';

export const issuesChecks = {
  issues: permissionCheck(issues.checks.issues, {
    shows: 'Issues can be listed; whether one can be opened shows only when one is',
    schema: Rows,
    parameters: () => ({ ...oneRow, state: 'all' }),
    forgive: forgiveIssues,
  }),
};

/** Without it nothing is opened, and everything else works. */
function forgiveIssues(fault: Fault): Promise<Finding | undefined> {
  const { layer } = fault.data as { layer?: string };
  const isLacking = fault.kind === 'permission_missing' && (layer === 'token' || layer === 'GitHub App');
  if (!isLacking) return Promise.resolve(undefined);
  return Promise.resolve({
    status: 'pending_configuration',
    summary: 'No issue can be opened; everything else works.',
    fault,
    missing: ['Issues: read and write'],
    remedy: `Leave it so if no issues are to be opened. Otherwise: ${fault.remedy}`,
  });
}
