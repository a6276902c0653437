/** From rows of a system to those of the catalog, where a row shows only then that it cannot be read. */
import { Fault } from '../core/fault.ts';
import type { NoteUnread } from '../core/parse-answer.ts';

export interface MappedList {
  /** Where the rows are in the answer: `data.rows`. */
  readonly list: string;
  readonly noteUnread: NoteUnread;
  /** Whether an error is about a row; by default a fault `upstream_changed`. */
  readonly isOfRow?: (error: unknown) => boolean;
}

/** A row that `toRow` cannot read is noted and left out. @throws what it threw when no row can be read. */
export function mapRows<Row, Made>(rows: readonly Row[], toRow: (row: Row) => Made, list: MappedList): Made[] {
  return mapList(rows, (some) => some.map((row) => toRow(row)), list);
}

/** The same where the data are made of all rows together, in a function without effects. */
export function mapList<Row, Data>(
  rows: readonly Row[],
  toData: (rows: readonly Row[]) => Data,
  { list, noteUnread, isOfRow = isChange }: MappedList,
): Data {
  const fieldIn = (some: readonly Row[]): string | undefined => {
    try {
      toData(some);
      return undefined;
    } catch (error) {
      if (!isOfRow(error)) throw error;
      return fieldOf(error);
    }
  };
  try {
    return toData(rows);
  } catch (error) {
    if (!isOfRow(error)) throw error;
    const read = rows.map((row, at) => ({ row, at, field: fieldIn([row]) }));
    const readable = read.filter(({ field }) => field === undefined);
    if (readable.length === 0) throw error;
    const data = toData(readable.map(({ row }) => row));
    noteUnread(read.flatMap(({ at, field }) => (field === undefined ? [] : [{ list, at, field }])));
    return data;
  }
}

export function isChange(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'upstream_changed';
}

/** Of `$.status.phase`, `Volumes[].VolumeId`: what is in the row. */
function fieldOf(error: unknown): string {
  const path = error instanceof Fault && 'path' in error.data ? error.data.path : '';
  return path.replace(/^(?:.*\[\]\.|\$\.)/u, '');
}
