/** What the sign-in page offers. */
import type { SignInWays } from '../api/api.ts';
import { describeSso, type Sso } from '../people/sso/open-sso.ts';
import { relyingPartyOf } from '../people/passkeys/relying-party.ts';

export async function describeWays(publicOrigin: string, sso?: Sso): Promise<SignInWays> {
  const passkeys = relyingPartyOf(publicOrigin) !== undefined;
  return { address: publicOrigin, passkeys, ...(sso && { sso: await describeSso(sso, publicOrigin) }) };
}
