/** Good answers of Resource Manager and IAM. */
import { z } from 'zod';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import type { FakeCall } from '../../../../test/contract/fake-upstream.ts';
import { project, serviceAccount } from '../project.ts';

const Permissions = z.object({ permissions: z.array(z.string()) });

/** What a well-made service account does not hold. */
const never = new Set([
  'resourcemanager.projects.setIamPolicy',
  'iam.serviceAccountKeys.create',
  'iam.serviceAccounts.getAccessToken',
  'secretmanager.versions.access',
  'storage.objects.get',
  'bigquery.tables.updateData',
  'container.secrets.get',
  'serviceusage.services.use',
]);

const account = {
  name: `projects/${project}/serviceAccounts/${serviceAccount}`,
  uniqueId: '104567',
  email: serviceAccount,
  displayName: 'Farol',
  projectId: project,
  disabled: false,
};

export const policy = {
  version: 3,
  bindings: [
    { role: 'roles/viewer', members: [`serviceAccount:${serviceAccount}`] },
    {
      role: 'roles/logging.viewer',
      members: ['group:sre@example.com'],
      condition: { title: 'until new year', expression: 'request.time < timestamp("2027-01-01T00:00:00Z")' },
    },
  ],
  auditConfigs: [
    { service: 'allServices', auditLogConfigs: [{ logType: 'DATA_READ', exemptedMembers: ['user:dev@example.com'] }] },
  ],
};

export const identityAnswers = {
  'iam.projects.serviceAccounts.list': { accounts: [account] },
  'cloudresourcemanager.projects.getIamPolicy': policy,
  'cloudresourcemanager.projects.testIamPermissions': ({ body }: FakeCall) => ({
    permissions: Permissions.parse(JSON.parse(body)).permissions.filter((one) => !never.has(one)),
  }),
};

export const identityQuestions: Exemplar['questions'] = {
  'identity.getIamPolicy': [{}],
  'identity.listServiceAccounts': [{}],
};
