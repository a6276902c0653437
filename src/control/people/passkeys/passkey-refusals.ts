/** How a passkey is refused: a code and a sentence that says what to do. The reference page is made from this list. */
import { ApiProblem } from '../../problem/api-problem.ts';

export const passkeyRefusals = {
  passkey_challenge: 'This took longer than five minutes or was sent twice. Start again.',
  passkey_unknown:
    'This passkey is not known here. It was removed, or belongs to another control plane. Sign in with a link.',
  passkey_refused: 'This passkey was not accepted. Start again, or sign in with a link.',
  passkey_cloned:
    'A copy of this passkey was used. Sign in with a link and remove the passkey in Settings, Ways to sign in.',
} as const;

export type PasskeyRefusal = keyof typeof passkeyRefusals;

/** `status`: 400 for a person who is signed in, because 401 would say that the session has ended. */
export function refusePasskey(code: PasskeyRefusal, status: 400 | 401 = 401): ApiProblem {
  return new ApiProblem({ status, code, message: passkeyRefusals[code] });
}
