/** From what belongs together to what a comparison says of it, with a pointer on each row that it concerns. */
import type { SideAxis } from '../comparable/comparable.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { type Counting, countSide } from './count-side.ts';
import type { AxisDiff, Change, Related } from '../../diff/diff.ts';
import { rateOf } from '../../diff/read-diff.ts';
import type { RateSides } from './rate-changes.ts';
import type { AxisView } from '../views/views.ts';
import type { Move } from '../related/find-moved.ts';
import { type Relation, unrelated } from '../related/relation.ts';

export interface RelatedRows {
  readonly view: AxisView;
  readonly sides: RateSides;
  /** The view's keys before any were counted as one. */
  readonly plainKeyOf: AxisView['keyOf'];
  readonly relationOf: (key: string) => Relation | undefined;
  /** Of keys. */
  readonly rowsOf: (keys: ReadonlySet<string>) => readonly Change[];
  readonly moves: readonly DescribedMove[];
}

/** With its verdict as it is shown. */
type DescribedMove = Omit<Move, 'verdict'> & { readonly verdict: Related['verdict'] };

/** `changes` with a pointer to what is related to them, and that, where anything is. */
export function describeRelated(changes: readonly Change[], rows: RelatedRows): Pick<AxisDiff, 'changes' | 'related'> {
  if (rows.relationOf === unrelated && rows.moves.length === 0) return { changes: [...changes] };
  const related = [...describeMerged(rows), ...describeMoves(rows)].toSorted(
    (a, b) => amountOf(b.related) - amountOf(a.related) || compareText(a.rows.join(), b.rows.join()),
  );
  if (related.length === 0) return { changes: [...changes] };
  const places = new Map(related.flatMap(({ rows: keys }, at) => keys.map((key) => [key, at] as const)));
  return {
    changes: changes.map((row) => {
      const place = places.get(row.key);
      return place === undefined ? row : { ...row, related: place };
    }),
    related: related.map((one) => one.related),
  };
}

interface Described {
  readonly related: Related;
  /** Keys of the rows that it concerns. */
  readonly rows: readonly string[];
}

function amountOf({ before, after }: Related): number {
  return Math.max(rateOf(before), rateOf(after));
}

function describeMerged({ view, sides, plainKeyOf, relationOf, rowsOf }: RelatedRows): Described[] {
  if (relationOf === unrelated) return [];
  const found = new Map<string, Relation>();
  const [from, to] = [sides.before, sides.after].map((side) => membersOf(side, plainKeyOf, relationOf, found));
  if (found.size === 0) return [];
  const rowOf = new Map(rowsOf(new Set(found.keys())).map((row) => [row.key, row]));
  const merged = { column: view.column, keyOf: (key: string) => relationKey(plainKeyOf(key), relationOf) };
  const [a, b] = [countSide(sides.before, merged), countSide(sides.after, merged)];
  return [...found].flatMap(([key, { kind, basis }]): Described[] => {
    const keys = [from, to].map((members) => [...(members?.get(key) ?? [])].toSorted(compareText));
    const row = rowOf.get(key);
    if (!differs(keys) || (row === undefined && view.kind === 'distribution')) return [];
    const seen = row ?? {
      before: a.get(key)?.observation ?? sides.unseenBefore,
      after: b.get(key)?.observation ?? sides.unseenAfter,
    };
    const related: Related = {
      kind,
      from: keys[0] ?? [],
      to: keys[1] ?? [],
      basis,
      before: seen.before,
      after: seen.after,
    };
    return [{ related: { ...related, ...judgedOf(row, view) }, rows: row === undefined ? [] : [key] }];
  });
}

/** In some views both sides have the same ones, or a side has none. */
function differs(keys: readonly (readonly string[])[]): boolean {
  return keys.every((some) => some.length > 0) && new Set(keys.map((some) => some.join('\n'))).size > 1;
}

function judgedOf(row: Change | undefined, { kind }: AxisView): Pick<Related, 'change' | 'verdict'> {
  if (row === undefined || kind === 'set') return {};
  return { change: row.change, ...(row.verdict !== undefined && { verdict: row.verdict }) };
}

function relationKey(key: string | undefined, relationOf: RelatedRows['relationOf']): string | undefined {
  return key === undefined ? undefined : relationOf(key)?.key;
}

/** By the key that they are counted under, which of its keys a side has. */
function membersOf(
  side: readonly SideAxis[],
  keyOf: Counting['keyOf'],
  relationOf: RelatedRows['relationOf'],
  found: Map<string, Relation>,
): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const { axis } of side) {
    for (const whole of axis.columns.keys) {
      const key = keyOf(whole);
      const relation = key === undefined ? undefined : relationOf(key);
      if (key === undefined || relation === undefined) continue;
      found.set(relation.key, relation);
      members.set(relation.key, (members.get(relation.key) ?? new Set()).add(key));
    }
  }
  return members;
}

function describeMoves({ view: { keyOf, column }, sides, moves }: RelatedRows): Described[] {
  return moves.map(({ from, to, verdict }) => {
    const both = {
      column,
      keyOf: (whole: string) => {
        const key = keyOf(whole);
        return key === from || key === to ? from : undefined;
      },
    };
    const sum = {
      before: countSide(sides.before, both).get(from)?.observation ?? sides.unseenBefore,
      after: countSide(sides.after, both).get(from)?.observation ?? sides.unseenAfter,
      change: 'no_change' as const,
      ...(verdict !== undefined && { verdict }),
    };
    return { related: { kind: 'moved', from: [from], to: [to], basis: 'sum', ...sum }, rows: [from, to] };
  });
}
