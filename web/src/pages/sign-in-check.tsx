/** Asks the control plane who is signed in, before any page that needs to know. */
import { useEffect, useState } from 'preact/hooks';
import { Me } from '../../../src/control/api/api.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession } from '../edge/session.ts';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { words } from '../words/words.ts';

/** A 401 ends the session by itself, and this page with it. */
export function SignInCheck() {
  const w = words();
  const [round, setRound] = useState(0);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);

  useEffect(() => {
    const check = async (): Promise<void> => {
      try {
        beginSession(await callApi('GET', '/api/me', Me));
      } catch (error) {
        setFailure(toApiFailure(error));
      }
    };
    void check();
  }, [round]);

  if (failure === undefined) {
    return (
      <p class="loading" role="status">
        {w.app.loading}
      </p>
    );
  }
  return (
    <>
      <PageHead title={w.failure.title} />
      <FailureNotice failure={failure} onAgain={() => setRound(round + 1)} />
    </>
  );
}
