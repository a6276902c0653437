/** Why an opened link has not signed in: it is of no use any more, or somebody is signed in here already. */
import type { ApiFailure } from '../edge/api-failure.ts';
import type { Words } from '../words/en.ts';
import { words } from '../words/words.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../../../src/control/api/api.ts';
import { joinOrganization, openLinkInstead, readSession } from '../edge/organizations.ts';
import { organizationWords } from '../words/organization-words.ts';
import { OrganizationFailure } from './organization-failure.tsx';

/** `secret`: of the link, which was not used when the question is whether this is the same human. */
export function LinkFailure({ failure, secret }: { readonly failure: ApiFailure; readonly secret: string }) {
  const w = words();
  if (failure.facts.code === 'also_you') return <AlsoYou secret={secret} />;
  const worded = wordDeadLink(failure.facts.code, w);
  if (worded === undefined) return <FailureNotice failure={failure} />;
  return (
    <Notice tone="bad" role="alert">
      <p>{worded.what}</p>
      <p>{worded.remedy}</p>
      <p>{w.signedOut.howOwner}</p>
      <p>{w.signedOut.howMember}</p>
    </Notice>
  );
}

function wordDeadLink(code: string | undefined, { welcome }: Words): { what: string; remedy: string } | undefined {
  if (code === 'link_used') return { what: welcome.used, remedy: welcome.usedRemedy };
  if (code === 'link_withdrawn') return { what: welcome.withdrawn, remedy: welcome.withdrawnRemedy };
  if (code === 'link_expired') return { what: welcome.expired, remedy: welcome.expiredRemedy };
  return undefined;
}

/** A link that was opened while somebody is signed in by a passkey: the same human, or somebody else? */
function AlsoYou({ secret }: { readonly secret: string }) {
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
