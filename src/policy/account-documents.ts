/** What each account of AWS needs for the sources that read it by a role: one document for each account, and one for the base credential. Pure. */
import { buildAssumePolicy, buildTrustPolicy, trustPlaceholders } from './aws-roles.ts';
import type { AwsPolicy } from './aws-policy.ts';

/** A source that assumes a role. */
export interface RoleSource {
  readonly name: string;
  readonly connector: string;
  readonly role: string;
  readonly externalId?: string | undefined;
}

export interface AccountsInput {
  readonly sources: readonly RoleSource[];
  /** ARNs of the base credentials; a placeholder where there are none. */
  readonly principals: readonly string[];
  /** What the sources of a connector read, by its id. */
  readonly permissions: ReadonlyMap<string, AwsPolicy>;
}

export interface AccountDocument {
  readonly account: string;
  readonly roles: readonly {
    readonly role: string;
    readonly sources: readonly string[];
    readonly trust: ReturnType<typeof buildTrustPolicy>;
    readonly permissions: AwsPolicy;
  }[];
}

export interface AccountDocuments {
  readonly base: ReturnType<typeof buildAssumePolicy>;
  /** By account number, and in it by role. */
  readonly accounts: readonly AccountDocument[];
}

/** @throws Error naming the sources of one role that send different external ids: its trust policy can require one of them only. */
export function buildAccountDocuments({ sources, principals, permissions }: AccountsInput): AccountDocuments {
  const byRole = [...Map.groupBy(sources, ({ role }) => role)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const byAccount = Map.groupBy(byRole, ([role]) => accountIn(role));
  return {
    base: buildAssumePolicy(byRole.map(([role]) => role)),
    accounts: [...byAccount]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([account, roles]) => ({
        account,
        roles: roles.map(([role, its]) => ({
          role,
          sources: its.map(({ name }) => name).toSorted(),
          trust: buildTrustPolicy({
            principals: principals.length === 0 ? trustPlaceholders.principals : principals,
            externalIds: externalIdOf(role, its),
          }),
          permissions: permissionsOf(its, permissions),
        })),
      })),
  };
}

function accountIn(role: string): string {
  return role.split(':')[4] ?? '';
}

function externalIdOf(role: string, sources: readonly RoleSource[]): string[] {
  const ids = new Set(sources.map(({ externalId }) => externalId));
  if (ids.size > 1) {
    const names = sources.map(({ name }) => name).toSorted();
    throw new Error(`${names.join(' and ')} assume ${role} with different external ids: give them the same one.`);
  }
  return [...ids].filter((id) => id !== undefined);
}

/** That of the widest connector: every policy of another one is part of it. */
function permissionsOf(sources: readonly RoleSource[], permissions: ReadonlyMap<string, AwsPolicy>): AwsPolicy {
  const [widest] = [...permissions].filter(([id]) => sources.some(({ connector }) => connector === id));
  if (widest === undefined) throw new Error('a source is of a connector that has no policy');
  return widest[1];
}
