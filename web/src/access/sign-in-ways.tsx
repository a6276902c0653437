/** How somebody without a session comes in: the identity provider, a passkey, where this address can have them, or a pasted link. */
import { useEffect, useState } from 'preact/hooks';
import { Me, SignInWays as Ways } from '../../../src/control/api/api.ts';
import { callApi } from '../edge/call-api.ts';
import { beginSession } from '../edge/session.ts';
import { openProvider, takeRefusal } from '../edge/sso.ts';
import { signInWords } from '../words/sign-in-words.ts';
import { lazyPage } from '../parts/lazy-page.tsx';
import { Notice } from '../parts/notice.tsx';
import { PastedLink } from './pasted-link.tsx';

const failed = lazyPage(async () => (await import('./passkey-failure.tsx')).PasskeyFailure);

async function signInByPasskey(): Promise<Me> {
  return (await import('../edge/passkeys.ts')).signInWithPasskey();
}

export function SignInWays() {
  const w = signInWords();
  const [ways, setWays] = useState<Ways | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(takeRefusal);
  const [isBusy, setBusy] = useState(false);

  const signIn = async (by: () => Promise<Me>): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      beginSession(await by());
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  const leave = async (): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      await openProvider();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  useEffect(() => {
    callApi('GET', '/api/session/ways', Ways).then(setWays, setFailure);
  }, []);

  if (ways === undefined) return failure === undefined ? null : <failed.Page error={failure} />;
  const { address, passkeys, sso } = ways;
  if (address !== location.origin) {
    return (
      <Notice tone="warn">
        <p>
          {w.elsewhere} <a href={`${address}${location.pathname}`}>{address}</a>
        </p>
      </Notice>
    );
  }
  return (
    <>
      {sso !== undefined && <Provider sso={sso} isBusy={isBusy} onOpen={() => void leave()} />}
      {sso?.forced === true ? null : passkeys ? (
        <p>
          <button
            type="button"
            class={sso === undefined ? 'primary' : undefined}
            disabled={isBusy}
            onClick={() => void signIn(signInByPasskey)}
          >
            {w.passkey}
          </button>
        </p>
      ) : (
        <Notice tone="info">
          <p>{w.digits(address)}</p>
        </Notice>
      )}
      {failure !== undefined && <failed.Page error={failure} />}
      <PastedLink
        name="link"
        label={w.or}
        act={w.open}
        notLink={w.notLink}
        onLink={(token) => void signIn(() => callApi('POST', '/api/session', Me, { body: { token }, signingIn: true }))}
      />
    </>
  );
}

function Provider({
  sso: { name, forced, reachable, sign_out: signOut },
  isBusy,
  onOpen,
}: {
  readonly sso: NonNullable<Ways['sso']>;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
}) {
  const w = signInWords();
  return (
    <>
      {!reachable && (
        <Notice tone="warn">
          <p>{w.unreachable(name)}</p>
        </Notice>
      )}
      <p>
        <button type="button" class="primary" disabled={isBusy} onClick={onOpen}>
          {w.provider(name)}
        </button>
      </p>
      {forced && <p>{w.forced(name)}</p>}
      {signOut !== undefined && (
        <p>
          <a href={signOut}>{w.leaveProvider(name)}</a>
        </p>
      )}
    </>
  );
}
