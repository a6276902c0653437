import type { DbTransaction } from '../store/database.ts';
import { askerBounds, organizationBounds, overBound } from '../problem/organization-bounds.ts';

const dayMs = 24 * 3_600_000;

/** Counts every kind together. `by`: undefined for the operator of the machine. @throws ApiProblem 409 `too_many_tokens`. */
export async function requireRoomForToken(
  transaction: DbTransaction,
  { organization, by, now }: { readonly organization: string; readonly by: string | undefined; readonly now: number },
): Promise<void> {
  if (by === undefined) return;
  let [own, all] = [0, 0];
  for (const table of ['access_tokens', 'bootstrap_tokens'] as const) {
    const rows = await transaction
      .selectFrom(table)
      .select((select) => ['created_by_id', select.fn.countAll<number | string>().as('count')])
      .where('organization_id', '=', organization)
      .where((row) =>
        row.or([
          row('created_at', '>', now - dayMs),
          row.and([
            row('revoked_at', 'is', null),
            row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]),
          ]),
        ]),
      )
      .groupBy('created_by_id')
      .execute();
    for (const { created_by_id: maker, count } of rows) {
      all += Number(count);
      if (maker === by) own += Number(count);
    }
  }
  if (all >= organizationBounds.tokens || own >= askerBounds.tokens) throw overBound('tokens');
}
