/** Why a switch or a joining was refused, in the language of the page. */
import { organizationWords } from '../words/organization-words.ts';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';

export function OrganizationFailure({ error }: { readonly error: unknown }) {
  const failure = toApiFailure(error);
  const refused = new Map<string | undefined, string>(Object.entries(organizationWords().refused));
  const text = refused.get(failure.facts.code);
  if (text === undefined) return <FailureNotice failure={failure} />;
  return (
    <Notice tone="bad" role="alert">
      <p>{text}</p>
    </Notice>
  );
}
