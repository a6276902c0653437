/** The actions of a policy that a grant of a refusal means. */
import { covers } from '../../../src/policy/aws-policy.ts';

/** Names of the address, where a refusal lists several: `s3:GetObject, s3:ListBucket`. */
export function readGrants(query: URLSearchParams): readonly string[] {
  const named = (query.get('grant') ?? '').split(',').map((one) => one.trim());
  return [...new Set(named.filter((one) => one !== ''))];
}

export interface FoundGrants {
  /** Actions of the policy: equal to a grant, a wildcard above it, or below the wildcard that it is. */
  readonly actions: readonly string[];
  readonly missing: readonly string[];
}

export function findGrants(actions: readonly string[], grants: readonly string[]): FoundGrants {
  const isOf = (action: string, grant: string): boolean => covers(action, grant) || covers(grant, action);
  return {
    actions: actions.filter((action) => grants.some((grant) => isOf(action, grant))),
    missing: grants.filter((grant) => !actions.some((action) => isOf(action, grant))),
  };
}
