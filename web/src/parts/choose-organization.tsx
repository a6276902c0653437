/** After a passkey that opens several organizations: in which one the session begins. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OrganizationToChoose } from '../edge/passkeys.ts';
import { beginSession } from '../edge/session.ts';
import { organizationWords } from '../words/organization-words.ts';
import { PasskeyFailure } from './passkey-failure.tsx';

export function ChooseOrganization({ choice }: { readonly choice: OrganizationToChoose }) {
  const w = organizationWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState<unknown>(undefined);
  useEffect(() => heading.current?.focus(), []);
  const choose = async (organization: string): Promise<void> => {
    try {
      beginSession(await choice.choose(organization));
    } catch (error) {
      setFailure(error);
    }
  };
  if (failure !== undefined) return <PasskeyFailure error={failure} />;
  return (
    <section class="panel" aria-labelledby="choose-organization">
      <h2 id="choose-organization" tabIndex={-1} ref={heading}>
        {w.choose}
      </h2>
      <p>{w.chooseText}</p>
      <ul class="plain-list">
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
