/** What the sign-in page offers. A way that is configured, such as single sign-on, is added here. */
import type { SignInWays } from '../../api.ts';
import { relyingPartyOf } from './relying-party.ts';

export function describeWays(publicOrigin: string): SignInWays {
  return { address: publicOrigin, passkeys: relyingPartyOf(publicOrigin) !== undefined };
}
