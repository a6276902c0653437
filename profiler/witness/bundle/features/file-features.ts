/** Features of files: those that were opened, those that were changed, and the bytes moved to and from them. */
import type { Feature } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';
import { counted, failure, merge } from './feature-parts.ts';
import { namePaths } from './normalise-paths.ts';
import type { Normaliser } from './normalise.ts';

type Axis<K extends keyof CollectorAxes> = NonNullable<CollectorAxes[K]>;

export function opens({ opens: list }: Axis<'files'>, normaliser: Normaliser): Feature[] {
  const nameOf = namePaths(list, normaliser);
  return merge(
    list.map(({ path, op, outcome, ...counts }) => counted([nameOf(path), op, ...failure(outcome)].join(' '), counts)),
  );
}

export function changes({ changes: list }: Axis<'file_changes'>, normaliser: Normaliser): Feature[] {
  const nameOf = namePaths(list, normaliser);
  return merge(
    list.map(({ path, op, outcome, ...counts }) => counted([op, nameOf(path), ...failure(outcome)].join(' '), counts)),
  );
}

/** What is not a file is known by its kind alone. */
export function transfers({ transfers: list }: Axis<'file_io'>, normaliser: Normaliser): Feature[] {
  const nameOf = namePaths(list, normaliser);
  return merge(
    list.map(({ path, kind, op, outcome, timed, bytes, total_ns, hist, ...counts }) => ({
      ...counted([op, path === undefined ? kind : nameOf(path), ...failure(outcome)].join(' '), counts),
      ns: total_ns,
      hist,
      timed,
      bytes,
    })),
  );
}
