/** Why an opened link has not signed in: it is of no use any more, or somebody is signed in here already. */
import type { ApiFailure } from '../edge/api-failure.ts';
import type { Words } from '../words/en.ts';
import { words } from '../words/words.ts';
import { AlsoYou } from './also-you.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';

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
