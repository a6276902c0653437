/** Every permission that is used, in the vendor's spelling, grouped by the role that holds it. */
import type { Grant } from '../../src/connector/manifest.ts';
import { type RoleRow, roleTable } from './role-table.ts';
import type { Slice } from './slice.ts';
import { type Permission, slices } from './slices.ts';

export interface Role extends RoleRow {
  /** By permission, sorted: what each is used for. */
  readonly uses: Readonly<Record<string, string>>;
}

/** What the served custom role holds of each role. */
export const roles: readonly Role[] = roleTable.map((row) => {
  const uses = slices.flatMap(({ permissions }: Slice) => Object.entries(permissions[row.name] ?? {}));
  return { ...row, uses: Object.fromEntries(uses.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
});

/** Held by more than reading: the vendor has no narrower permission for running a query. */
const justified: Readonly<Record<string, string>> = {
  'bigquery.jobs.create':
    'A query is a job. It is one fixed SELECT, tried out free of charge first and bounded in what it may be billed.',
};

export const grants = Object.fromEntries(
  roles.flatMap(({ name, on, uses }) =>
    Object.entries(uses).map(([permission, purpose]): [string, Grant] => [
      permission,
      {
        group: on === 'project' ? name : `${name} on the ${on}`,
        need: 'optional',
        purpose,
        ...(justified[permission] !== undefined && { access: 'Write', justification: justified[permission] }),
      },
    ]),
  ),
) as Readonly<Record<Permission, Grant>>;

/** Stands for the permission where neither the answer nor the call tells it. */
export const unnamed = 'not named by the answer';

/** The role that holds a permission; undefined for one that is not used. */
export function roleOf(permission: string): Role | undefined {
  return roles.find(({ uses }) => Object.hasOwn(uses, permission));
}

/** What to do about a permission that is missing. */
export function grantRole(permission: string, project = 'the project'): string {
  const role = roleOf(permission);
  const keep = 'Do not create a new key: the credential is valid.';
  if (role === undefined) {
    return `Look under IAM & Admin, IAM, in ${project} which role of the table the service account lacks. ${keep}`;
  }
  if (role.on === 'billing account') {
    return `Grant ${role.name} to the service account on the billing account, under Billing, Account management. ${keep}`;
  }
  const onDataset = role.name === 'roles/bigquery.dataViewer' ? ' or on the dataset of the export' : '';
  return `Grant ${role.name} to the service account on ${project}${onDataset}, under IAM & Admin, IAM, or add ${permission} to its custom role. ${keep}`;
}
