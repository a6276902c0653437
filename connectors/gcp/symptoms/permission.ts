/** Answers that say no. The permission is taken from the answer where it names one, and from the method otherwise. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { grantRole, roleOf, unnamed } from '../grants.ts';
import { methodOf } from '../slices.ts';
import { readVendorError } from '../vendor-error.ts';
import { errorBody, listedError } from './example-body.ts';

/** `service.resource.verb`, as permissions are spelt. */
const permission = /\b([a-z]+(?:\.[a-zA-Z]+){2})\b/u;

function grantOf({ response, path }: Seen): string {
  const error = readVendorError(response.body);
  const named =
    error?.metadata['permission'] ??
    permission.exec(error?.message.replaceAll(/[\w-]+\.googleapis\.com/gu, '') ?? '')?.[1];
  return named ?? methodOf(path)?.permission ?? unnamed;
}

function dataOf(seen: Seen): { grant: string; layer: string } {
  const grant = grantOf(seen);
  return { grant, layer: roleOf(grant)?.on ?? 'project' };
}

export const permissionSymptoms: readonly Symptom[] = [
  symptom({
    id: 'permission_named',
    seen: '403 that names the permission',
    when: {
      status: 403,
      body: /IAM_PERMISSION_DENIED|Required '[^']+' permission|Permission '?[a-z]+\.[a-zA-Z.]+'? (?:denied|missing)|does not have [a-z]+(?:\.[a-zA-Z]+)+ (?:permission|access)/u,
    },
    kind: 'permission_missing',
    data: dataOf,
    remedy: (seen) => grantRole(grantOf(seen), seen.variable('GCP_PROJECT')),
    remedyWords:
      'Grant the role of the table that holds the named permission, or add the permission to the custom role.',
    example: {
      status: 403,
      body: errorBody(403, "Permission 'redis.instances.list' denied on 'projects/acme/locations/-'", {
        status: 'PERMISSION_DENIED',
        reason: 'IAM_PERMISSION_DENIED',
        metadata: { permission: 'redis.instances.list', resource: 'projects/acme/locations/-' },
      }),
    },
  }),
  symptom({
    id: 'access_denied',
    seen: '403 with `accessDenied`',
    when: { status: 403, body: /"accessDenied"/u },
    kind: 'permission_missing',
    data: dataOf,
    remedy: (seen) => grantRole(grantOf(seen), seen.variable('GCP_PROJECT')),
    remedyWords:
      'Grant roles/bigquery.dataViewer on the dataset of the export, and roles/bigquery.jobUser on the project.',
    example: {
      status: 403,
      body: listedError(
        403,
        'Access Denied: Table acme:billing.export: User does not have permission to query it.',
        'accessDenied',
      ),
    },
  }),
  symptom({
    id: 'forbidden',
    seen: 'any other 403',
    when: { status: 403 },
    kind: 'permission_missing',
    data: dataOf,
    remedy: (seen) => grantRole(grantOf(seen), seen.variable('GCP_PROJECT')),
    remedyWords: 'Grant the role of the table that holds the permission of the call.',
    probe: 'permissions',
    example: {
      status: 403,
      body: errorBody(403, 'The caller does not have permission', { status: 'PERMISSION_DENIED' }),
    },
  }),
];
