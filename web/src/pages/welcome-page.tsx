/** The one-time link: its secret stands after `#`, is taken out of the address at once and sent once. */
import { useEffect, useState } from 'preact/hooks';
import { Me } from '../../../src/control/api.ts';
import { patterns } from '../addresses.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession } from '../edge/session.ts';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { navigate } from '../router.ts';
import { words } from '../words/words.ts';

type Step =
  | { readonly is: 'working' }
  | { readonly is: 'missing' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

/** `secret` is what `takeLinkSecret` found when the program started. */
export function WelcomePage({ secret }: { readonly secret: string }) {
  const w = words();
  const [step, setStep] = useState<Step>(secret === '' ? { is: 'missing' } : { is: 'working' });

  useEffect(() => {
    if (secret === '') return;
    const signIn = async (): Promise<void> => {
      try {
        const me = await callApi('POST', '/api/session', Me, { body: { token: secret }, signingIn: true });
        navigate(patterns.profiling, { replace: true });
        beginSession(me);
      } catch (error) {
        setStep({ is: 'failed', failure: toApiFailure(error) });
      }
    };
    void signIn();
  }, [secret]);

  return (
    <>
      <PageHead title={w.welcome.title} />
      {step.is === 'working' && <p role="status">{w.welcome.working}</p>}
      {step.is === 'missing' && (
        <Notice tone="warn" role="alert">
          <p>{w.welcome.missing}</p>
          <p>{w.welcome.missingRemedy}</p>
        </Notice>
      )}
      {step.is === 'failed' && <LinkFailure failure={step.failure} />}
    </>
  );
}

function LinkFailure({ failure }: { readonly failure: ApiFailure }) {
  const w = words();
  const { code } = failure.facts;
  if (code !== 'link_used' && code !== 'link_expired') return <FailureNotice failure={failure} />;
  return (
    <Notice tone="bad" role="alert">
      <p>{code === 'link_used' ? w.welcome.used : w.welcome.expired}</p>
      <p>{code === 'link_used' ? w.welcome.usedRemedy : w.welcome.expiredRemedy}</p>
      <p>{w.signedOut.howOwner}</p>
      <p>{w.signedOut.howMember}</p>
    </Notice>
  );
}

/** Reads the secret after `#` and removes it from the address and from this history entry before anything else runs. */
export function takeLinkSecret(): string {
  if (location.pathname !== patterns.welcome) return '';
  const secret = location.hash.slice(1);
  if (secret !== '') history.replaceState(null, '', patterns.welcome);
  return secret;
}
