/** Asks one read of several sources, a few at once, and has each answer as it comes. */
import { useEffect, useState } from 'preact/hooks';
import { SourcePlan } from '../../../src/control/api/permissions.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { askOperation, type AskOutcome, type Question } from '../edge/ask-operation.ts';
import { callApi } from '../edge/call-api.ts';
import { toApiFailure } from '../parts/failure-notice.tsx';
import { allSources, severalOf } from './several-sources.ts';

export interface SideTarget {
  readonly source: string;
  /** Empty: the Agent that the control plane chooses. */
  readonly instance: string;
}

export interface SourceAnswers {
  /** Undefined while it is not known which sources there are. */
  readonly targets: readonly SideTarget[] | undefined;
  /** Agents whose sources are not known. */
  readonly unreported: readonly string[];
  /** Of each target; undefined while it is asked. */
  readonly outcomes: readonly (AskOutcome | undefined)[];
  /** Which sources there are could not be read. */
  readonly failure: ApiFailure | undefined;
}

const concurrent = 6;
const nothing: SourceAnswers = { targets: undefined, unreported: [], outcomes: [], failure: undefined };

/** `asked`: its `source` names several; the same object as long as it is one question. `isStopped`: cancels what is asked. */
export function useSourceAnswers(asked: Question, isStopped: boolean): SourceAnswers {
  const [answers, setAnswers] = useState<SourceAnswers>(nothing);
  const [stop, setStop] = useState<AbortController | undefined>(undefined);

  useEffect(() => {
    const abort = new AbortController();
    // Of an earlier question nothing is shown.
    let isShown = true;
    setStop(abort);
    setAnswers(nothing);
    const show = (change: (before: SourceAnswers) => SourceAnswers): void => {
      if (isShown) setAnswers(change);
    };
    void askAll(asked, abort.signal, show);
    return () => {
      isShown = false;
      abort.abort();
    };
  }, [asked]);
  useEffect(() => {
    if (isStopped) stop?.abort();
  }, [isStopped, stop]);
  return answers;
}

type Show = (change: (before: SourceAnswers) => SourceAnswers) => void;

/** Never rejects. */
async function askAll(asked: Question, signal: AbortSignal, show: Show): Promise<void> {
  const found = await findTargets(asked, signal).catch((error: unknown) => toApiFailure(error));
  if (!('targets' in found)) return show((before) => ({ ...before, failure: found }));
  const { targets, unreported } = found;
  show((before) => ({ ...before, targets, unreported, outcomes: targets.map(() => undefined) }));
  const queue = [...targets.entries()];
  const askNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, target] = next;
      const outcome = await askOperation({ ...asked, ...target }, signal);
      show((before) => ({ ...before, outcomes: before.outcomes.with(at, outcome) }));
    }
  };
  await Promise.all(Array.from({ length: concurrent }, askNext));
}

async function findTargets({ operation, source, instance }: Question, signal: AbortSignal) {
  const wanted = severalOf(source) ?? [];
  if (wanted !== allSources) return { targets: wanted.map((one) => ({ source: one, instance })), unreported: [] };
  const path = `/api/catalog/${encodeURIComponent(operation)}/sources`;
  const { sources, unreported } = await callApi('GET', path, SourcePlan, { signal });
  const isAsked = (agent: string): boolean => instance === '' || instance === agent;
  return {
    targets: sources
      .filter((one) => isAsked(one.instance))
      .map(({ source: one, instance: agent }) => ({ source: one, instance: agent })),
    unreported: unreported.filter(isAsked),
  };
}
