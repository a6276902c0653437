/** A person's own ways to sign in: passkeys, and the sessions that are open. */
import { SettingsNav } from '../parts/settings-nav.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { OrganizationSection } from '../access/organization-section.tsx';
import { PasskeySection } from '../access/passkey-section.tsx';
import { SessionSection } from '../access/session-section.tsx';
import { allWords } from '../words/words.ts';

export function WaysInPage() {
  const w = allWords();
  return (
    <>
      <PageHead title={w.settings.waysIn} lede={w.waysIn.lede} />
      <SettingsNav />
      <PasskeySection />
      <OrganizationSection />
      <SessionSection />
    </>
  );
}
