/** After a passkey that opens several organizations: in which one the session begins. */
import { useEffect, useRef } from 'preact/hooks';
import type { OrganizationToChoose } from '../edge/passkeys.ts';
import { beginSession } from '../edge/session.ts';
import { organizationWords } from '../words/organization-words.ts';

interface ChooseOrganizationProps {
  readonly choice: OrganizationToChoose;
  readonly onFailure: (error: unknown) => void;
}

export function ChooseOrganization({ choice, onFailure }: ChooseOrganizationProps) {
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
