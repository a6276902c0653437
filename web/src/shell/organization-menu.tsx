/** In the header, for a person in several organizations: those to which the session can be switched. Else nothing. */
import { useState } from 'preact/hooks';
import { OrganizationList } from '../../../src/control/api/api.ts';
import { switchOrganization } from '../edge/organizations.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { words } from '../words/words.ts';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';

export function OrganizationMenu() {
  const w = words().app;
  const { answer } = useAnswer('/api/session/organizations', OrganizationList);
  const [failure, setFailure] = useState<unknown>(undefined);
  const all = answer.state === 'ready' ? answer.value.organizations : [];
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
        <ul class="plain-list" aria-label={w.switchOrganization(now.name)}>
          {all
            .filter(({ current }) => !current)
            .map(({ id, name }) => (
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
