/** Which comparison an address asks for. Once it is known which versions that are, the address names them, so that a copied link stays with them. */
import { useCallback, useRef } from 'preact/hooks';
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';

interface Choice {
  readonly workload: string;
  readonly env: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface Shown {
  readonly path: string;
  readonly choice: Choice;
}

/** The path to read, undefined without a workload; and what to call once it was read. */
export function useDiffPath(query: URLSearchParams): readonly [string | undefined, (diff: DiffSummary) => void] {
  const shown = useRef<Shown | undefined>(undefined);
  const choice = readChoice(query);
  // What is shown answers for its versions by name, too: it is not read again.
  const isShown = choice !== undefined && shown.current !== undefined && isSame(choice, shown.current.choice);
  const path = isShown ? shown.current?.path : choice && diffPath(choice);
  const pin = useCallback(
    ({ workload, env, baseline, head }: DiffSummary) => {
      if (path === undefined) return;
      shown.current = { path, choice: { workload, env, from: baseline.version, to: head.version } };
      const { pathname, search, hash } = location;
      const written = new URLSearchParams(search);
      written.set('from', baseline.version);
      written.set('to', head.version);
      history.replaceState(null, '', `${pathname}?${written.toString()}${hash}`);
    },
    [path],
  );
  return [path, pin];
}

function readChoice(query: URLSearchParams): Choice | undefined {
  const workload = query.get('workload');
  if (workload === null) return undefined;
  const [from, to] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
  return { workload, env: query.get('env') ?? '', from, to };
}

function isSame(a: Choice, b: Choice): boolean {
  return a.workload === b.workload && a.env === b.env && a.from === b.from && a.to === b.to;
}

/** `env` is sent even when empty: an empty label is one like any other. */
function diffPath({ workload, env, from, to }: Choice): string {
  const query = new URLSearchParams({ workload, env });
  if (from !== undefined) query.set('from', from);
  if (to !== undefined) query.set('to', to);
  return `/api/profiling/diff/summary?${query.toString()}`;
}

/** Of the versions that were compared, and of no other captures. */
export function tablePath(diff: ComparisonSummary, axis: string): string {
  const { workload, env, baseline, head, comparison } = diff;
  const query = { workload, env, from: baseline.version, to: head.version, axis, comparison };
  return `/api/profiling/diff/table?${new URLSearchParams(query).toString()}`;
}
