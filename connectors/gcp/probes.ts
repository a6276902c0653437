/** Calls that tell apart what one answer leaves open. Run by a health check after an ambiguous symptom, never by an operation. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { forgetAccessToken, readAccessToken } from './access/access-token.ts';
import { ask } from './ask.ts';
import { type GcpManifest, projectOf } from './context.ts';
import { grantRole, roleOf } from './grants.ts';
import { missingOf } from './held-permissions.ts';
import { methods } from './slices.ts';

export const probes = {
  account: {
    tells: 'Whether another token is refused too, so that the account is disabled and not the token old.',
    async run(fault, context) {
      const { scope } = methods['cloudresourcemanager.projects.testIamPermissions'];
      await forgetAccessToken(context, scope, await readAccessToken(context, scope));
      await ask(context, 'cloudresourcemanager.projects.testIamPermissions', {
        path: { project: projectOf(context) },
        json: { permissions: ['resourcemanager.projects.get'] },
      });
      return refineFault(
        fault,
        'credential_rejected',
        { kind: 'access token', reason: 'expired' },
        'Nothing to do: another token is taken. The one before was revoked or had ended early.',
      );
    },
  },

  permissions: {
    tells: 'Whether the permission is held on the project, so that something else than a role refuses.',
    async run(fault, context) {
      if (!('grant' in fault.data)) return fault;
      const { grant } = fault.data;
      if (roleOf(grant)?.on !== 'project') return fault;
      const missing = await missingOf(context, [grant]);
      if (missing.length > 0) {
        return refineFault(
          fault,
          'permission_missing',
          { grant, layer: 'project' },
          grantRole(grant, projectOf(context)),
        );
      }
      return refineFault(
        fault,
        'permission_missing',
        { grant, layer: 'deny policy, condition or perimeter' },
        `${grant} is held on ${projectOf(context)}, and the call is refused all the same: look for a deny policy, a condition on the role, or a VPC Service Controls perimeter. Do not grant more roles.`,
      );
    },
  },
} satisfies Probes<GcpManifest>;
