/** How a sign-in is refused: a code and a sentence that says who acts. The reference pages are made from these lists. */
import { ApiProblem } from '../problem/api-problem.ts';

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

export const ssoRefusals = {
  sso_off: { status: 404, message: 'Single sign-on is not configured here. Sign in with a passkey or a link.' },
  sso_required: {
    status: 403,
    message:
      'This organization accepts only single sign-on. Sign in by your provider. An owner who cannot asks the operator for a link of farol control owner-link.',
  },
  sso_expired: {
    status: 401,
    message: 'This sign-in took too long, was sent twice, or began in another browser. Start again.',
  },
  sso_denied: {
    status: 401,
    message:
      'The provider did not let you sign in. Start again if you cancelled; otherwise its administrator must give you access to Farol.',
  },
  sso_provider_error: {
    status: 401,
    message:
      'The provider refused the request of Farol. The operator of the control plane reads why in its log, and compares client, secret and redirect address with those of the provider.',
  },
  sso_invalid: {
    status: 401,
    message:
      'The answer of the provider could not be verified, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads why in its log.',
  },
  sso_no_role: {
    status: 403,
    message: 'The provider gives you no role in Farol. Its administrator adds you to a group that has one.',
  },
  sso_removed: {
    status: 403,
    message:
      'You were removed from this organization, and the provider does not bring you back. An owner or an admin can readmit you under Settings: People.',
  },
  sso_busy: {
    status: 503,
    message: 'Too many people sign in by the provider at this moment. Start again in a few seconds.',
  },
  sso_failed: {
    status: 503,
    message:
      'Farol could not finish this sign-in, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads the cause in its log.',
  },
  sso_unavailable: {
    status: 503,
    message:
      'The identity provider does not answer. Try again in a minute; the operator of the control plane reads the cause in its log.',
  },
} as const;

export type SsoCode = keyof typeof ssoRefusals;

/** What the sign-in page says after a callback ended with this: a browser that is led back never gets JSON. */
export function ssoCodeOf({ code, status }: ApiProblem): SsoCode {
  if (isSsoCode(code)) return code;
  if (code === 'busy') return 'sso_busy';
  // The access of the person ended between the two steps of a sign-in: the next one names the reason.
  return status === 401 ? 'sso_expired' : 'sso_failed';
}

function isSsoCode(code: string): code is SsoCode {
  return Object.hasOwn(ssoRefusals, code);
}

export function refuseSso(code: SsoCode, cause?: unknown): ApiProblem {
  const { status, message } = ssoRefusals[code];
  return new ApiProblem({ status, code, message, cause, ...(status === 503 && { retryAfterSec: 10 }) });
}
