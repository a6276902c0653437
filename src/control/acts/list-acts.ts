/** Recorded acts as the page of owners lists them. */
import { z } from 'zod';
import { ActDetail, ActKind, DoerType, type RecordedActs } from '../api/api.ts';
import { parseTimeCursor, renderTimeCursor } from '../store/time-cursor.ts';
import type { Db } from '../store/database.ts';

/** A newer version that runs beside this one may record more. */
export const KnownDetail = z.object(ActDetail.shape);

export interface ActQuery {
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Newest first. A cursor that is none reads from the newest. */
export async function listActs(db: Db, organization: string, { limit, cursor = '' }: ActQuery): Promise<RecordedActs> {
  const after = parseTimeCursor(cursor);
  const rows = await db
    .selectFrom('acts')
    .selectAll()
    .where('organization_id', '=', organization)
    .$if(after !== undefined, (query) =>
      query.where((row) => row(row.refTuple('at', 'id'), '<', row.tuple(after?.at ?? 0, after?.id ?? ''))),
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
          ...(doerTypeOf(row) !== 'operator' && { by: row.by_name }),
          subject: row.subject,
          ...KnownDetail.parse(JSON.parse(row.detail)),
        },
      ];
    }),
    ...(rows.length > page.length && last !== undefined && { next_cursor: renderTimeCursor(last) }),
  };
}

/** A record of an older version does not say it; a newer version may know more of them. */
export function doerTypeOf({
  by_type,
  by_id,
}: {
  by_type?: string | null | undefined;
  by_id: string | null;
}): DoerType {
  return DoerType.safeParse(by_type).data ?? (by_id === null ? 'operator' : 'person');
}
