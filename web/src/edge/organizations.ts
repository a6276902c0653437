/** Changing the organization of the session. The page is loaded again: nothing of the former one stays in it. */
import { Me } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { callApi } from './call-api.ts';
import { beginSession } from './session.ts';

/** Rejects with `ApiFailure`. */
export async function switchOrganization(organization: string): Promise<void> {
  await callApi('PUT', '/api/session/organization', Me, { body: { organization } });
  startAgain();
}

/** `token`: of a link of another organization, for the human who is signed in. Rejects with `ApiFailure`. */
export async function joinOrganization(token: string): Promise<void> {
  await callApi('POST', '/api/session/join', Me, { body: { token }, signingIn: true });
  startAgain();
}

/** Who is signed in, on a page that did not ask so far. Rejects with `ApiFailure`. */
export async function readSession(): Promise<Me> {
  const me = await callApi('GET', '/api/me', Me);
  beginSession(me);
  return me;
}

/** Ends the session of this browser for that of the person of the link. Rejects with `ApiFailure`. */
export async function openLinkInstead(token: string): Promise<void> {
  await callApi('POST', '/api/session', Me, { body: { token, instead: true }, signingIn: true });
  startAgain();
}

function startAgain(): void {
  location.assign(patterns.profiling);
}
