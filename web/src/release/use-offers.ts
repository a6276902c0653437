/** The saved questions that this person sees, and which of them a release can draw. */
import { useEffect, useState } from 'preact/hooks';
import { CatalogOperation, type SavedQuestion, SavedQuestionList } from '../../../src/control/api/api.ts';
import { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';
import { toApiFailure } from '../parts/failure-notice.tsx';
import { type Drawable, offerQuestions, toDrawable } from './choose-questions.ts';

type Offers = ReturnType<typeof offerQuestions>;

interface Reading {
  readonly answer: Answer<Offers>;
  readonly reload: () => void;
}

export function useOffers(): Reading {
  const { answer, reload } = useAnswer('/api/saved-questions', SavedQuestionList);
  const saved = answer.state === 'ready' ? answer.value.questions : undefined;
  const [described, setDescribed] = useState<{ readonly of: unknown; readonly answer: Answer<Offers> } | undefined>();
  useEffect(() => {
    if (saved === undefined) return undefined;
    const abort = new AbortController();
    const show = (next: Answer<Offers>): void => {
      if (!abort.signal.aborted) setDescribed({ of: saved, answer: next });
    };
    describe(saved, abort.signal).then(
      (drawables) => show({ state: 'ready', value: offerQuestions(saved, drawables), stale: false }),
      (error: unknown) => show({ state: 'failed', failure: toApiFailure(error) }),
    );
    return () => abort.abort();
  }, [saved]);
  if (answer.state === 'failed') return { answer, reload };
  return {
    answer: described !== undefined && described.of === saved ? described.answer : { state: 'loading' },
    reload,
  };
}

/** By the name of the operation. Rejects with `ApiFailure` where a description cannot be read. */
async function describe(saved: readonly SavedQuestion[], signal: AbortSignal): Promise<ReadonlyMap<string, Drawable>> {
  const operations = [...new Set(saved.map(({ operation }) => operation))];
  return new Map(await Promise.all(operations.map(async (name) => [name, await describeOne(name, signal)] as const)));
}

async function describeOne(name: string, signal: AbortSignal): Promise<Drawable> {
  try {
    return toDrawable(await callApi('GET', `/api/catalog/${encodeURIComponent(name)}`, CatalogOperation, { signal }));
  } catch (error) {
    // Saved with an earlier catalog.
    if (error instanceof ApiFailure && error.facts.status === 404) return { lacks: 'description' };
    throw error;
  }
}
