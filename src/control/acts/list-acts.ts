/** Recorded acts as the page of owners lists them. */
import { ActDetail, ActKind, type RecordedActs } from '../api.ts';
import type { Db } from '../store/database.ts';

export interface ActQuery {
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Newest first. A cursor that is none reads from the newest. */
export async function listActs(db: Db, organization: string, { limit, cursor = '' }: ActQuery): Promise<RecordedActs> {
  const { at, id } = /^(?<at>\d{1,15})\.(?<id>[\da-f-]{36})$/u.exec(cursor)?.groups ?? {};
  const rows = await db
    .selectFrom('acts')
    .selectAll()
    .where('organization_id', '=', organization)
    .$if(at !== undefined, (query) =>
      query.where((row) =>
        row.or([row('at', '<', Number(at)), row.and([row('at', '=', Number(at)), row('id', '<', id ?? '')])]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    acts: page.flatMap((row) => {
      const kind = ActKind.safeParse(row.kind);
      // A newer version that runs beside this one may know more kinds.
      if (!kind.success) return [];
      return [
        {
          id: row.id,
          at: new Date(row.at).toISOString(),
          kind: kind.data,
          ...(row.by_id !== null && { by: row.by_name }),
          subject: row.subject,
          ...ActDetail.parse(JSON.parse(row.detail)),
        },
      ];
    }),
    ...(rows.length > page.length && last !== undefined && { next_cursor: `${last.at}.${last.id}` }),
  };
}
