/** A link that was opened while somebody is signed in by a passkey: the same human, or somebody else? */
import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../../../src/control/api/api.ts';
import { joinOrganization, openLinkInstead, readSession } from '../edge/organizations.ts';
import { organizationWords } from '../words/organization-words.ts';
import { OrganizationFailure } from './organization-failure.tsx';

export function AlsoYou({ secret }: { readonly secret: string }) {
  const w = organizationWords();
  const [me, setMe] = useState<Me | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  useEffect(() => {
    readSession().then(setMe, setFailure);
  }, []);
  const answer = async (use: (token: string) => Promise<void>): Promise<void> => {
    setFailure(undefined);
    await use(secret).catch(setFailure);
  };
  if (me === undefined) return failure === undefined ? null : <OrganizationFailure error={failure} />;
  return (
    <section class="panel" aria-labelledby="also-you">
      <h2 id="also-you">{w.alsoTitle}</h2>
      <p>{w.alsoText(me.person.name, me.organization.name)}</p>
      <p>
        <button type="button" class="primary" onClick={() => void answer(joinOrganization)}>
          {w.also}
        </button>
      </p>
      <p class="small">{w.alsoHint}</p>
      <p>
        <button type="button" onClick={() => void answer(openLinkInstead)}>
          {w.instead}
        </button>
      </p>
      {failure !== undefined && <OrganizationFailure error={failure} />}
    </section>
  );
}
