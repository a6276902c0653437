/** One question from the first click to its answer: what is asked now, its outcome, and the key of a write. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { askOperation, type AskOutcome, type Question } from '../edge/ask-operation.ts';

export interface Asking {
  /** What was sent last, and when. */
  readonly asked: Question | undefined;
  /** Undefined while it is asked. */
  readonly outcome: AskOutcome | undefined;
  readonly start: (question: Question) => void;
  readonly cancel: () => void;
}

export function useQuestion(): Asking {
  const [shown, setShown] = useState<{ asked?: Question; outcome?: AskOutcome }>({});
  const abort = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const start = (asked: Question): void => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setShown({ asked });
    void askOperation(asked, controller.signal).then((outcome) => {
      if (abort.current === controller) setShown({ asked, outcome });
    });
  };
  return { asked: shown.asked, outcome: shown.outcome, start, cancel: () => abort.current?.abort() };
}

/**
 * The key under which the Agent does a write at most once. It stays the same for the same arguments until it is known
 * what became of them, so that asking again after a lost answer is no second write.
 */
export function useWriteKey(): { readonly keyFor: (wish: string) => string; readonly forget: () => void } {
  const held = useRef<{ readonly wish: string; readonly key: string } | undefined>(undefined);
  return {
    keyFor: (wish) => {
      if (held.current?.wish !== wish) held.current = { wish, key: newKey() };
      return held.current.key;
    },
    forget: () => {
      held.current = undefined;
    },
  };
}

/** Not `randomUUID`, which a page has only where the browser calls its address secure. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the outcome settles the wish: what is sent next is another one. */
export function isSettled(outcome: AskOutcome): boolean {
  return outcome.kind === 'answered' || (outcome.kind === 'refused' && outcome.fault.code !== 'outcome_unknown');
}
