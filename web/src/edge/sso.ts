/** Signing in by the identity provider: the browser leaves this page, and comes back signed in or with a code. */
import { SsoStarted } from '../../../src/control/api/api.ts';
import { callApi } from './call-api.ts';

/** Why the control plane let nobody in when the provider led back: the code that it put into the address. */
export class RefusedAfterReturn extends Error {
  override readonly name = 'RefusedAfterReturn';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Undefined without one. Removed from the address, so that a reload does not say it again. */
export function takeRefusal(): RefusedAfterReturn | undefined {
  const address = new URL(location.href);
  const code = address.searchParams.get('sso');
  if (code === null) return undefined;
  address.searchParams.delete('sso');
  history.replaceState(history.state, '', address);
  return new RefusedAfterReturn(code);
}

/** Leaves this page, and returns to the same one later. Rejects with `ApiFailure`. */
export async function openProvider(): Promise<void> {
  const body = { return_to: `${location.pathname}${location.search}`.slice(0, 1500) };
  const started = await callApi('POST', '/api/session/sso', SsoStarted, { body, signingIn: true });
  location.assign(started.location);
}
