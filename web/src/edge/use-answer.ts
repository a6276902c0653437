/** Reads one address for as long as a component shows it, and again when its topic changes. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AnswerForm } from './answer-form.ts';
import { ApiFailure } from './api-failure.ts';
import { callApi } from './call-api.ts';
import { onChange, type Topic } from './live-updates.ts';
import type { ReadAhead } from './read-ahead.ts';

export type Answer<T> =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly value: T;
      /** A later read failed: the value is the last good one. */ readonly stale: boolean;
    }
  | { readonly state: 'failed'; readonly failure: ApiFailure };

interface Reading<T> {
  readonly answer: Answer<T>;
  readonly reload: () => void;
}

const settleMs = 120;

/**
 * `path` undefined: nothing to read yet. A reload keeps showing the last value; a new path starts from
 * `loading`, unless `ahead` has its answer. `schema` must be the same object on every render.
 */
export function useAnswer<T>(
  path: string | undefined,
  schema: AnswerForm<T>,
  topic?: Topic,
  ahead?: ReadAhead<T>,
): Reading<T> {
  const [shown, setShown] = useState<{ path: string | undefined; answer: Answer<T> }>(() => {
    const early = path === undefined ? undefined : ahead?.ready(path);
    return { path, answer: early === undefined ? { state: 'loading' } : readyWith(early.value) };
  });
  const [round, setRound] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    if (path === undefined) return undefined;
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const value = await (ahead?.take(path) ?? callApi('GET', path, schema, { signal: abort.signal }));
        if (abort.signal.aborted) return;
        // What was ready from the first is shown already.
        setShown((before) => (isShowing(before, path, value) ? before : { path, answer: readyWith(value) }));
      } catch (error) {
        if (abort.signal.aborted) return;
        const failure = error instanceof ApiFailure ? error : new ApiFailure('unreadable', String(error));
        setShown((before) => ({ path, answer: failed(before.path === path ? before.answer : undefined, failure) }));
      }
    };
    void read();
    return () => abort.abort();
  }, [path, schema, round, ahead]);

  const reload = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRound((before) => before + 1), settleMs);
  }, []);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => (topic === undefined ? undefined : onChange(topic, reload)), [topic, reload]);

  return { answer: shown.path === path ? shown.answer : { state: 'loading' }, reload };
}

function readyWith<T>(value: T): Answer<T> {
  return { state: 'ready', value, stale: false };
}

function isShowing<T>(shown: { path: string | undefined; answer: Answer<T> }, path: string, value: T): boolean {
  const { answer } = shown;
  return shown.path === path && answer.state === 'ready' && answer.value === value && !answer.stale;
}

/** A network gap during a reload leaves the last value on the page; a refusal replaces it. */
function failed<T>(before: Answer<T> | undefined, failure: ApiFailure): Answer<T> {
  if (before?.state === 'ready' && failure.kind === 'unreachable') return { ...before, stale: true };
  return { state: 'failed', failure };
}
