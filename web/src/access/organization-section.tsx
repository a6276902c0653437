/** The organizations that the passkey of the session opens: switching, and joining another one by its link. */
import { useState } from 'preact/hooks';
import { OrganizationList } from '../../../src/control/api/api.ts';
import { joinOrganization, switchOrganization } from '../edge/organizations.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { organizationWords } from '../words/organization-words.ts';
import { words } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { OrganizationFailure } from './organization-failure.tsx';
import { PastedLink } from './pasted-link.tsx';

export function OrganizationSection() {
  const w = organizationWords();
  const { answer, reload } = useAnswer('/api/session/organizations', OrganizationList);
  const [failure, setFailure] = useState<unknown>(undefined);
  const attempt = (work: Promise<void>): void => {
    setFailure(undefined);
    work.catch(setFailure);
  };
  return (
    <section class="panel" aria-labelledby="organizations-title">
      <h2 id="organizations-title">{w.title}</h2>
      <AnswerView answer={answer} onAgain={reload}>
        {({ organizations, joins }) => (
          <>
            <p>{organizations.length > 1 ? w.text : w.one}</p>
            <ul>
              {organizations.map(({ id, name, current }) => (
                <li key={id}>
                  {current ? (
                    `${name} (${w.current})`
                  ) : (
                    <button type="button" class="small-button" onClick={() => attempt(switchOrganization(id))}>
                      {words().app.switchTo(name)}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {joins ? (
              <PastedLink
                name="organization-link"
                label={w.link}
                act={w.join}
                notLink={w.notLink}
                onLink={(token) => attempt(joinOrganization(token))}
              />
            ) : (
              <p>{w.needsPasskey}</p>
            )}
          </>
        )}
      </AnswerView>
      {failure !== undefined && <OrganizationFailure error={failure} />}
    </section>
  );
}
