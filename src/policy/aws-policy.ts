/**
 * The AWS policy, derived from the connector's manifest: an action is in it because an operation needs
 * it, in the statement that the manifest puts it in, in the order of the manifest. Pure.
 */
import type { Manifest } from '../connector/manifest.ts';

export interface AwsStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: '*';
}

export interface AwsPolicy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly AwsStatement[];
}

export type PolicySource = Pick<Manifest, 'grants' | 'operations'>;

/** Every grant that one of these operations needs; all operations when none are named. */
export function buildAwsPolicy(source: PolicySource, enabled?: ReadonlySet<string>): AwsPolicy {
  const needed = grantsNeededBy(source, enabled);
  return toPolicy(source, ({ grant }) => (needed.has(grant) ? [grant] : []));
}

/** The same without wildcards: of each, the actions that the operations really call. */
export function buildStrictAwsPolicy(source: PolicySource, enabled?: ReadonlySet<string>): AwsPolicy {
  const needed = grantsNeededBy(source, enabled);
  const called = new Set(bindingsOf(source, enabled).flatMap(([, { upstream }]) => upstream as readonly string[]));
  return toPolicy(source, ({ grant }) => {
    if (!needed.has(grant)) return [];
    return isWildcard(grant) ? [...called].filter((action) => covers(grant, action)).toSorted() : [grant];
  });
}

/** The served text: two spaces, one action a line, a newline at the end. */
export function renderAwsPolicy(policy: AwsPolicy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}

/** Operations that need this statement, and what each of them loses without it. */
export function operationsWithout(source: PolicySource, sid: string): ReadonlyMap<string, readonly string[]> {
  const lost = new Map<string, readonly string[]>();
  for (const [name, { grants }] of bindingsOf(source)) {
    const missing = grants.filter((grant) => source.grants[grant]?.group === sid);
    if (missing.length > 0) lost.set(name, missing);
  }
  return lost;
}

/** Operations that make a call which this action, or something this wildcard covers, allows. */
export function operationsNeeding(source: PolicySource, grant: string): readonly string[] {
  return bindingsOf(source).flatMap(([name, { upstream }]) =>
    upstream.some((call) => covers(grant, call)) ? [name] : [],
  );
}

export const isWildcard = (action: string): boolean => action.includes('*');

/** True when the first allows the second: equal, or a wildcard above it. Case does not count, as at the vendor. */
export function covers(grant: string, action: string): boolean {
  const text = action.toLowerCase();
  const [first = '', ...others] = grant.toLowerCase().split('*');
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

function toPolicy({ grants }: PolicySource, actionsOf: (grant: { grant: string }) => readonly string[]): AwsPolicy {
  const statements = new Map<string, string[]>();
  for (const [grant, { group }] of Object.entries(grants)) {
    const actions = actionsOf({ grant });
    if (actions.length > 0) statements.set(group, [...(statements.get(group) ?? []), ...actions]);
  }
  return {
    Version: '2012-10-17',
    Statement: [...statements].map(([Sid, Action]) => ({ Sid, Effect: 'Allow', Action, Resource: '*' })),
  };
}

function bindingsOf({ operations }: PolicySource, enabled?: ReadonlySet<string>) {
  return Object.entries(operations).filter(([name]) => enabled === undefined || enabled.has(name));
}

function grantsNeededBy(source: PolicySource, enabled: ReadonlySet<string> | undefined): ReadonlySet<string> {
  return new Set(bindingsOf(source, enabled).flatMap(([, { grants }]) => grants));
}
