/** Why a passkey or a provider signed nobody in, in the language of the page: what the browser said, or what the control plane said. */
import { PasskeyRefusedHere } from '../edge/passkeys.ts';
import { RefusedAfterReturn } from '../edge/sso.ts';
import { ssoWords } from '../words/sso-words.ts';
import { passkeyWords } from '../words/passkey-words.ts';
import { FailureNotice, toApiFailure } from './failure-notice.tsx';
import { Notice } from './notice.tsx';

export function PasskeyFailure({ error }: { readonly error: unknown }) {
  const text = wordPasskeyFailure(error);
  if (text === undefined) return <FailureNotice failure={toApiFailure(error)} />;
  return (
    <Notice tone="bad" role="alert">
      <p>{text}</p>
    </Notice>
  );
}

function wordPasskeyFailure(error: unknown): string | undefined {
  const w = passkeyWords();
  if (error instanceof PasskeyRefusedHere) {
    return error.why === 'failed' ? w.here.failed(error.message) : w.here[error.why];
  }
  const refused = new Map<string | undefined, string>(Object.entries({ ...w.refused, ...ssoWords() }));
  if (error instanceof RefusedAfterReturn) return refused.get(error.code) ?? ssoWords().sso_invalid;
  return refused.get(toApiFailure(error).facts.code);
}
