/** Why nobody is signed in yet, in the language of the page: what the browser or the control plane said, or that there is a choice. */
import { useEffect, useState, useRef } from 'preact/hooks';
import { OrganizationToChoose, PasskeyRefusedHere } from '../edge/passkeys.ts';
import { RefusedAfterReturn } from '../edge/sso.ts';
import { ssoWords, passkeyWords } from '../words/sign-in-failure-words.ts';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { beginSession } from '../edge/session.ts';
import { organizationWords } from '../words/organization-words.ts';

export function PasskeyFailure({ error: given }: { readonly error: unknown }) {
  const [refused, setRefused] = useState<unknown>(undefined);
  // Another try brings another error, and what became of the choice before is over.
  useEffect(() => setRefused(undefined), [given]);
  const error = refused ?? given;
  if (error instanceof OrganizationToChoose) return <ChooseOrganization choice={error} onFailure={setRefused} />;
  const text = wordPasskeyFailure(error);
  if (text === undefined) return <FailureNotice failure={toApiFailure(error)} />;
  return (
    <Notice tone="bad" role="alert">
      <p>{text}</p>
    </Notice>
  );
}

function wordPasskeyFailure(error: unknown): string | undefined {
  const w = passkeyWords();
  if (error instanceof PasskeyRefusedHere) {
    return error.why === 'failed' ? w.here.failed(error.message) : w.here[error.why];
  }
  const refused = new Map<string | undefined, string>(Object.entries({ ...w.refused, ...ssoWords() }));
  if (error instanceof RefusedAfterReturn) return refused.get(error.code) ?? ssoWords().sso_invalid;
  return refused.get(toApiFailure(error).facts.code);
}

/** After a passkey that opens several organizations: in which one the session begins. */
interface ChooseOrganizationProps {
  readonly choice: OrganizationToChoose;
  readonly onFailure: (error: unknown) => void;
}

function ChooseOrganization({ choice, onFailure }: ChooseOrganizationProps) {
  const w = organizationWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = async (organization: string): Promise<void> => {
    try {
      beginSession(await choice.choose(organization));
    } catch (error) {
      onFailure(error);
    }
  };
  return (
    <section class="panel" aria-labelledby="choose-organization">
      <h2 id="choose-organization" tabIndex={-1} ref={heading}>
        {w.choose}
      </h2>
      <p>{w.chooseText}</p>
      <ul class="plain-list choices">
        {choice.organizations.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => void choose(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
