/** Asks one read of several sources, a few at once, and has each answer as it comes. */
import { useEffect, useState } from 'preact/hooks';
import { SourcePlan } from '../../../src/control/api/permissions.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { askOperation, type AskOutcome, type Question } from '../edge/ask-operation.ts';
import { callApi } from '../edge/call-api.ts';
import { toApiFailure } from '../parts/failure-notice.tsx';
import { allSources, severalOf } from './several-sources.ts';

export interface SourceAnswers {
  /** The question to each source; undefined while it is not known which sources there are. */
  readonly questions: readonly Question[] | undefined;
  /** Agents whose sources are not known. */
  readonly unreported: readonly string[];
  /** Of each question; undefined while it is asked. */
  readonly outcomes: readonly (AskOutcome | undefined)[];
  /** Which sources there are could not be read. */
  readonly failure: ApiFailure | undefined;
}

const concurrent = 6;
const nothing: SourceAnswers = { questions: undefined, unreported: [], outcomes: [], failure: undefined };

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
  const found = await splitQuestion(asked, signal).catch((error: unknown) => toApiFailure(error));
  if (!('questions' in found)) return show((before) => ({ ...before, failure: found }));
  const { questions, unreported } = found;
  show((before) => ({ ...before, questions, unreported, outcomes: questions.map(() => undefined) }));
  const queue = questions.entries();
  const askNext = async (): Promise<void> => {
    // One iterator for all: each takes the next question that nobody has begun.
    for (const [at, question] of queue) {
      const outcome = await askOperation(question, signal);
      show((before) => ({ ...before, outcomes: before.outcomes.with(at, outcome) }));
    }
  };
  await Promise.all(Array.from({ length: concurrent }, askNext));
}

/** One question for each source. */
async function splitQuestion(asked: Question, signal: AbortSignal) {
  const { operation, source: wanted, instance: only } = asked;
  const names = severalOf(wanted) ?? [];
  if (names !== allSources) return { questions: names.map((source) => ({ ...asked, source })), unreported: [] };
  const path = `/api/catalog/${encodeURIComponent(operation)}/sources`;
  const { sources, unreported } = await callApi('GET', path, SourcePlan, { signal });
  const isAsked = (agent: string): boolean => only === '' || only === agent;
  return {
    questions: sources
      .filter((one) => isAsked(one.instance))
      .map(({ source, instance }) => ({ ...asked, source, instance })),
    unreported: unreported.filter(isAsked),
  };
}
