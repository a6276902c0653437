import { permissionCheck, Rows } from '../health/check-permission.ts';
import { security } from './manifest.ts';
import { isUnprotected, ProtectionAnswer } from './operations/branch-protection.ts';

export const securityChecks = {
  administration: permissionCheck(security.checks.administration, {
    shows: 'The protection of a branch can be read',
    schema: ProtectionAnswer,
    parameters: ({ default_branch: branch }) => ({ branch }),
    orMessage: isUnprotected,
  }),

  dependabot_alerts: permissionCheck(security.checks.dependabot_alerts, {
    shows: 'Dependabot alerts can be listed',
    schema: Rows,
  }),
};
