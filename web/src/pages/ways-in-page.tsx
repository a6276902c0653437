/** A person's own ways to sign in: passkeys, and the sessions that are open. */
import { SettingsNav } from '../parts/settings-nav.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { OrganizationSection } from '../parts/organization-section.tsx';
import { PasskeySection } from '../parts/passkey-section.tsx';
import { SessionSection } from '../parts/session-section.tsx';
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
