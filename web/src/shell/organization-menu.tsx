/** In the header, for a person in several organizations: those to which the session can be switched. Else nothing. */
import { useState } from 'preact/hooks';
import { OrganizationList } from '../../../src/control/api/api.ts';
import { switchOrganization } from '../edge/organizations.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { words } from '../words/words.ts';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';

/** More of them are easier to find by a part of the name. */
const searchedFrom = 10;

export function OrganizationMenu() {
  const w = words().app;
  const [part, setPart] = useState('');
  const { answer } = useAnswer('/api/session/organizations', OrganizationList);
  const [failure, setFailure] = useState<unknown>(undefined);
  const all = answer.state === 'ready' ? answer.value.organizations : [];
  const found = all.filter(({ current, name }) => !current && name.includes(part.toLowerCase()));
  const now = all.find(({ current }) => current);
  if (now === undefined || all.length === 1) return null;
  const attempt = (organization: string): void => {
    setFailure(undefined);
    switchOrganization(organization).catch(setFailure);
  };
  return (
    <>
      <button
        type="button"
        class="small-button organization-button"
        popovertarget="organization-menu"
        aria-label={w.switchOrganization(now.name)}
      >
        <span>{now.name}</span>
      </button>
      <div id="organization-menu" class="organization-menu" popover="auto">
        {all.length > searchedFrom && (
          <>
            <input type="search" aria-label={w.find} onInput={({ currentTarget }) => setPart(currentTarget.value)} />
            <output>
              {found.length} / {all.length - 1}
            </output>
          </>
        )}
        <ul class="plain-list" aria-label={w.switchOrganization(now.name)}>
          {found.map(({ id, name }) => (
            <li key={id}>
              <button type="button" class="small-button" onClick={() => attempt(id)}>
                {w.switchTo(name)}
              </button>
            </li>
          ))}
        </ul>
        {failure !== undefined && <FailureNotice failure={toApiFailure(failure)} />}
      </div>
    </>
  );
}
