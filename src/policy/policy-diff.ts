/**
 * What changes from one AWS policy to another, as a reviewer asks it: which actions come and go, what
 * each lets its holder do, which operation needs it, and whether the vendor widened a wildcard whose
 * text stayed the same. Pure.
 */
import type { AccessLevel } from '../connector/manifest.ts';
import { type AwsPolicy, covers, isWildcard, operationsNeeding, type PolicySource } from './aws-policy.ts';

/** Actions that the vendor published on one day, each with its access level. */
export interface ActionSnapshot {
  /** Where and when it was taken. */
  readonly source: string;
  readonly actions: Readonly<Record<string, AccessLevel>>;
}

export interface ChangedAction {
  readonly action: string;
  readonly sid: string;
  /** `unknown` for an action that the snapshot does not have. */
  readonly access: AccessLevel | 'unknown';
  readonly neededBy: readonly string[];
  /** What a wildcard matches; absent for an action. */
  readonly matches?: readonly string[];
}

export interface GrownWildcard {
  readonly action: string;
  readonly sid: string;
  readonly added: readonly { readonly action: string; readonly access: AccessLevel }[];
  readonly removed: readonly string[];
}

export interface PolicyDiff {
  readonly added: readonly ChangedAction[];
  readonly removed: readonly ChangedAction[];
  /** In both, under another statement. */
  readonly moved: readonly { readonly action: string; readonly from: string; readonly to: string }[];
  /** The same text, and other actions behind it. */
  readonly grown: readonly GrownWildcard[];
  /** Number of actions that each policy allows, wildcards expanded. */
  readonly allowed: { readonly before: number; readonly after: number };
}

export interface PolicySide {
  readonly policy: AwsPolicy;
  readonly snapshot: ActionSnapshot;
}

export function diffPolicies(before: PolicySide, after: PolicySide, source: PolicySource): PolicyDiff {
  const [old, now] = [sidsByAction(before.policy), sidsByAction(after.policy)];
  const describe = (side: PolicySide, action: string, sid: string): ChangedAction => ({
    action,
    sid,
    access: accessOf(side.snapshot, action),
    neededBy: operationsNeeding(source, action),
    ...(isWildcard(action) && { matches: expand(side.snapshot, action) }),
  });
  return {
    added: [...now].flatMap(([action, sid]) => (old.has(action) ? [] : [describe(after, action, sid)])),
    removed: [...old].flatMap(([action, sid]) => (now.has(action) ? [] : [describe(before, action, sid)])),
    moved: [...now].flatMap(([action, to]) => {
      const from = old.get(action);
      return from === undefined || from === to ? [] : [{ action, from, to }];
    }),
    grown: [...now].flatMap(([action, sid]) =>
      old.has(action) && isWildcard(action) ? grownBetween(before, after, { action, sid }) : [],
    ),
    allowed: { before: expandAll(before).length, after: expandAll(after).length },
  };
}

/** Every action a policy allows, wildcards expanded by the snapshot, sorted. */
export function expandAll({ policy, snapshot }: PolicySide): readonly string[] {
  const actions = policy.Statement.flatMap(({ Action }) => Action.flatMap((action) => expand(snapshot, action)));
  return [...new Set(actions)].toSorted();
}

/** The actions behind a wildcard, by the snapshot; an action is itself. */
export function expand({ actions }: ActionSnapshot, grant: string): readonly string[] {
  return isWildcard(grant) ? Object.keys(actions).filter((action) => covers(grant, action)) : [grant];
}

/** From the least to the most important change. */
export const accessOrder: readonly AccessLevel[] = ['List', 'Read', 'Tagging', 'Write', 'Permissions management'];

/** The highest level of what it matches: what its holder can do at most. */
export function accessOf(snapshot: ActionSnapshot, grant: string): AccessLevel | 'unknown' {
  const levels = new Set(expand(snapshot, grant).map((action) => snapshot.actions[action]));
  return accessOrder.findLast((level) => levels.has(level)) ?? 'unknown';
}

function grownBetween(
  before: PolicySide,
  after: PolicySide,
  { action, sid }: { readonly action: string; readonly sid: string },
): GrownWildcard[] {
  const [old, now] = [new Set(expand(before.snapshot, action)), new Set(expand(after.snapshot, action))];
  const added = [...now].flatMap((one) => {
    const access = after.snapshot.actions[one];
    return old.has(one) || access === undefined ? [] : [{ action: one, access }];
  });
  const removed = [...old].filter((one) => !now.has(one));
  return added.length === 0 && removed.length === 0 ? [] : [{ action, sid, added, removed }];
}

function sidsByAction({ Statement }: AwsPolicy): ReadonlyMap<string, string> {
  return new Map(Statement.flatMap(({ Sid, Action }) => Action.map((action): [string, string] => [action, Sid])));
}
