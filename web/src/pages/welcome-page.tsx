/** The one-time link: its secret follows `#`, is removed from the address at once and sent once. */
import { useEffect, useState } from 'preact/hooks';
import { Me } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession } from '../edge/session.ts';
import { toApiFailure } from '../parts/failure-notice.tsx';
import { lazyPage } from '../parts/lazy-page.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { navigate } from '../browser/router.ts';
import { words } from '../words/words.ts';

/** What an opened link did not do, loaded when there is something to say. */
const linkFailure = lazyPage(async () => (await import('../access/link-failure.tsx')).LinkFailure);

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
      {step.is === 'failed' && <linkFailure.Page failure={step.failure} secret={secret} />}
    </>
  );
}
