/** Enrols the first instance where nothing is enrolled yet: a bootstrap token, and the commands that use it. */
import { useState } from 'preact/hooks';
import type { TokenCreated } from '../../../src/control/api.ts';
import { allWords } from '../words/words.ts';
import { TokenCreateForm } from './token-create-form.tsx';
import { TokenShownOnce } from './token-shown-once.tsx';

/** `isAllowed`: whether this person may create tokens. */
export function EnrolSection({ isAllowed }: { readonly isAllowed: boolean }) {
  const w = allWords();
  const [created, setCreated] = useState<TokenCreated | undefined>(undefined);
  return (
    <section class="panel" aria-labelledby="enrol">
      <h2 id="enrol">{w.fleet.empty}</h2>
      <p class="measure">{isAllowed ? w.fleet.emptyText : w.fleet.emptyMember}</p>
      {isAllowed && <TokenCreateForm kind="bootstrap" onCreated={setCreated} />}
      {created !== undefined && <TokenShownOnce created={created} onClose={() => setCreated(undefined)} />}
    </section>
  );
}
