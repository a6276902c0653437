/** Never to be granted, each with the reason. None of them is in a role of the table. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const forbidden: Manifest['forbidden'] = [
  { grant: 'roles/owner', because: 'Changes everything, grants included; no operation changes anything.' },
  { grant: 'roles/editor', because: 'Changes nearly everything; no operation changes anything.' },
  { grant: 'resourcemanager.projects.setIamPolicy', because: 'Grants any role to anybody; policies are only read.' },
  { grant: 'iam.serviceAccountKeys.create', because: 'Creates credentials of other accounts; keys are only counted.' },
  { grant: 'iam.serviceAccounts.getAccessToken', because: 'Acts as other accounts, with whatever they may do.' },
  { grant: 'secretmanager.versions.access', because: 'Reads secrets; no operation reads any.' },
  { grant: 'storage.objects.get', because: 'Reads the contents of files; no operation reads any.' },
  { grant: 'bigquery.tables.updateData', because: 'Changes tables; the billing export is only read.' },
  { grant: 'container.secrets.get', because: 'Reads secrets of clusters; what runs in a cluster is not read here.' },
  {
    grant: 'serviceusage.services.use',
    because: 'Lets a caller charge another project; none is ever named, so that it would enable nothing.',
  },
];

/** Those of them that are permissions, which the vendor can be asked about. */
export const forbiddenPermissions: readonly string[] = forbidden.flatMap(({ grant }) =>
  grant.startsWith('roles/') ? [] : [grant],
);
