/** What the address of the permissions page asks for, and the policy that comes of it. */
import type { AwsPolicy, PolicySource } from '../../../src/policy/aws-policy.ts';
import { operationsWithout } from '../../../src/policy/aws-policy.ts';

export interface PolicyChoice {
  /** Statements left out. */
  readonly without: readonly string[];
  readonly isStrict: boolean;
}

export interface LostOperation {
  readonly operation: string;
  readonly missing: readonly string[];
}

const separator = ',';

export function readPolicyChoice(query: URLSearchParams): PolicyChoice {
  const named = (query.get('without') ?? '').split(separator).filter((sid) => sid !== '');
  return { without: [...new Set(named)], isStrict: query.get('strict') === '1' };
}

/** The query that asks for it; what is as specified is left out. */
export function writePolicyChoice({ without, isStrict }: PolicyChoice): Readonly<Record<string, string | undefined>> {
  return {
    without: without.length === 0 ? undefined : without.join(separator),
    strict: isStrict ? '1' : undefined,
  };
}

export function toggleStatement(choice: PolicyChoice, sid: string): PolicyChoice {
  const without = choice.without.includes(sid) ? choice.without.filter((one) => one !== sid) : [...choice.without, sid];
  return { ...choice, without };
}

export function keepStatements(policy: AwsPolicy, without: readonly string[]): AwsPolicy {
  return { ...policy, Statement: policy.Statement.filter(({ Sid }) => !without.includes(Sid)) };
}

/** Each operation once, with everything it loses, in the order of their names. */
export function findLostOperations(source: PolicySource, without: readonly string[]): readonly LostOperation[] {
  const lost = new Map<string, string[]>();
  for (const sid of without) {
    for (const [operation, missing] of operationsWithout(source, sid)) {
      lost.set(operation, [...(lost.get(operation) ?? []), ...missing]);
    }
  }
  return [...lost]
    .map(([operation, missing]) => ({ operation, missing }))
    .toSorted((a, b) => a.operation.localeCompare(b.operation));
}
