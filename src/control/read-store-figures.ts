/** What a scrape asks the store: a few counts over every organization. */
import type { Clock } from '../core/clock.ts';
import type { StoreFigures } from './metrics/watch-sources.ts';
import type { Store } from './store/database.ts';

const statuses = ['queued', 'running', 'pushed', 'nothing_to_push', 'failed'] as const;
/** Shorter than a scrape may take. */
const patienceMs = 5000;

/** Rejects when the store does not answer in time. */
export async function readStoreFigures(store: Store, clock: Clock): Promise<StoreFigures> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(patienceMs, () => reject(new Error(`no answer within ${patienceMs} ms`)), { unref: true });
  try {
    return await Promise.race([readAll(store, clock), late]);
  } finally {
    cancel();
  }
}

async function readAll({ db }: Store, clock: Clock): Promise<StoreFigures> {
  const ended = await db
    .selectFrom('capture_requests')
    .where('status', '!=', 'queued')
    .groupBy('status')
    .select(['status', (select) => select.fn.countAll<number | string>().as('count')])
    .execute();
  const open = await db
    .selectFrom('capture_requests')
    .where('status', '=', 'queued')
    .select(['requested_at', 'running_since'])
    .execute();
  const instances = await db
    .selectFrom('instances')
    .where('revoked_at', 'is', null)
    .groupBy('class')
    .select(['class', (select) => select.fn.countAll<number | string>().as('count')])
    .execute();
  const waiting = open.filter(({ running_since: since }) => since === null).map((row) => Number(row.requested_at));
  const counts = new Map<string, number>(ended.map(({ status, count }) => [status, Number(count)]));
  counts.set('queued', waiting.length).set('running', open.length - waiting.length);
  const enrolled = new Map(instances.map((row) => [row.class, Number(row.count)]));
  return {
    captures: new Map(statuses.map((status) => [status, counts.get(status) ?? 0])),
    oldestQueuedMs: waiting.length === 0 ? 0 : Math.max(0, clock.now() - Math.min(...waiting)),
    enrolled: new Map((['agent', 'profiler'] as const).map((one) => [one, enrolled.get(one) ?? 0])),
  };
}
