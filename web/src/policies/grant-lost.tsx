/** What a link of a refusal asks for: the grant that was missing, or that it is not in this policy. */
import { policiesHref } from '../browser/addresses.ts';
import { place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { Notice } from '../parts/notice.tsx';

interface PoliciesGrantProps {
  /** In no statement that is shown. */
  readonly missing: readonly string[];
  /** Of those, the ones that only a statement that is left out has. */
  readonly leftOut: readonly string[];
}

export function PoliciesGrant({ missing, leftOut }: PoliciesGrantProps) {
  const w = allWords().policies.grant;
  const elsewhere = missing.filter((grant) => !leftOut.includes(grant));
  return (
    <>
      {leftOut.length > 0 && (
        <Notice tone="warn" role="status">
          <p>
            {w.leftOut(leftOut.join(', '))} <a href={restored()}>{w.restore}</a>
          </p>
        </Notice>
      )}
      {elsewhere.length > 0 && (
        <Notice tone="warn" role="status">
          <p>{w.missing(elsewhere.join(', '))}</p>
        </Notice>
      )}
    </>
  );
}

function restored(): string {
  return policiesHref({ ...Object.fromEntries(place.value.query), without: undefined });
}
