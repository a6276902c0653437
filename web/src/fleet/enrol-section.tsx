/** Enrols the first instance where nothing is enrolled yet: a bootstrap token, and the commands that use it. */
import { useState } from 'preact/hooks';
import type { TokenCreated } from '../../../src/control/api/api.ts';
import { TokenCreateForm } from '../tokens/token-create-form.tsx';
import { TokenShownOnce } from '../tokens/token-shown-once.tsx';
import { PageSteps } from '../parts/page-steps.tsx';
import { allWords } from '../words/words.ts';

interface EnrolSectionProps {
  /** Whether this person may create tokens. */
  readonly isAllowed: boolean;
  /** Hears whether a token is on the screen. */
  readonly onEnrolling: (isEnrolling: boolean) => void;
}

export function EnrolSection({ isAllowed, onEnrolling }: EnrolSectionProps) {
  const w = allWords();
  const [created, setCreated] = useState<TokenCreated | undefined>(undefined);
  const show = (next: TokenCreated | undefined): void => {
    setCreated(next);
    onEnrolling(next !== undefined);
  };
  return (
    <section class="panel" aria-labelledby="enrol">
      <h2 id="enrol">{w.fleet.empty}</h2>
      <p class="measure">{isAllowed ? w.fleet.emptyText : w.fleet.emptyMember}</p>
      {isAllowed && <TokenCreateForm kind="bootstrap" onCreated={show} />}
      <PageSteps of="fleet" />
      {created !== undefined && <TokenShownOnce created={created} onClose={() => show(undefined)} />}
    </section>
  );
}
