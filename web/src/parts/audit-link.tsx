/** From a person, token or instance to what it did and what was done to it. Nothing for those who may not read that. */
import { auditHref } from '../browser/page-addresses.ts';
import { session } from '../edge/session.ts';
import { allWords } from '../words/words.ts';

export function AuditLink({ about, name }: { readonly about: string; readonly name: string }) {
  const now = session.value;
  if (now.state !== 'signed_in' || now.me.person.role !== 'owner') return null;
  const w = allWords().audit;
  return (
    <>
      {' '}
      <a class="small" href={auditHref({ about })} aria-label={w.linkOf(name)}>
        {w.link}
      </a>
    </>
  );
}
