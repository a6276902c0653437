import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { ServiceAccountKey } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { lastPart, noneOf, present, timeOf } from '../../wording.ts';

type Told = DataOf<'security.auditAccessKeys'>['keys'][number];

/** Service accounts looked at in one answer: one call each, and the vendor counts calls. */
const mostAccounts = 40;
/** Calls in flight at a time. */
const atOnce = 4;
const dayMs = 86_400_000;

export const accessKeyOperations: GcpOperations<'security.auditAccessKeys'> = {
  'security.auditAccessKeys': {
    async run(args, context) {
      const limit = Math.min(args.limit, mostAccounts);
      const accounts = await readList({
        operation: 'security.auditAccessKeys',
        args: { ...args, limit },
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'iam.projects.serviceAccounts.list', {
            path: { project: projectOf(context) },
            query: { pageSize: String(limit), pageToken },
          });
          return { rows: answer.accounts.map(({ email }) => email), nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('service accounts', projectOf(context)),
      });
      const notes: string[] = [];
      const keys = (await inBatches(accounts.rows, (email) => readKeys(context, email, notes))).flat();
      const before = args.olderThanDays === undefined ? Infinity : context.nowMs - args.olderThanDays * dayMs;
      const { because, complete, ...outcome } = outcomeOf(accounts);
      const told = keys.filter(({ createdAt }) => createdAt === undefined || Date.parse(createdAt) < before);
      const reasons = [
        ...(because === undefined ? [] : [because]),
        ...notes,
        ...(told.length === 0 && accounts.rows.length > 0
          ? ['The read was allowed: none of these service accounts has such a key.']
          : []),
      ];
      return {
        data: { keys: told, owners: accounts.rows.length },
        complete: complete && notes.length === 0,
        ...(reasons.length > 0 && { because: reasons.join(' ') }),
        ...outcome,
      };
    },
  },
};

/** An account that went away between the two reads has no keys to tell. */
async function readKeys(context: GcpContext, email: string, notes: string[]): Promise<Told[]> {
  try {
    const answer = await ask(context, 'iam.projects.serviceAccounts.keys.list', {
      path: { project: projectOf(context), serviceAccount: email },
    });
    return answer.keys.map((key) => tell(key, email, context.clock.now()));
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found_or_hidden') throw error;
    notes.push(`${email} is missing: it was deleted while it was read, or its keys are hidden.`);
    return [];
  }
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(run))));
  }
  return results;
}

/** The vendor writes the year 9999 for a key that never expires. */
function tell(key: ServiceAccountKey, owner: string, nowMs: number): Told {
  const expiresAt = key.validBeforeTime?.startsWith('9999') === true ? undefined : timeOf(key.validBeforeTime);
  const usable = expiresAt !== undefined && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
  return {
    id: lastPart(key.name),
    owner,
    state: key.disabled === true ? 'inactive' : usable,
    isManagedByProvider: key.keyType === 'SYSTEM_MANAGED',
    use: 'not_told',
    ...present({ stateReason: key.disableReason, createdAt: timeOf(key.validAfterTime), expiresAt }),
  };
}
