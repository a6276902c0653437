/** Single sign-on as the routes use it. */
import type { Logger } from 'pino';
import type { Clock } from '../../../core/clock.ts';
import { isLoopback } from '../../../core/loopback.ts';
import type { SignInWays } from '../../api/api.ts';
import type { Store } from '../../store/database.ts';
import { ensureOrganization, type Organization } from '../organization.ts';
import { AccessTokenReader } from './access-token-reader.ts';
import { IdentityProvider } from './identity-provider.ts';
import { SsoPeople } from './sso-people.ts';
import type { SsoSettings } from './sso-settings.ts';

export interface Sso {
  readonly settings: SsoSettings;
  readonly provider: IdentityProvider;
  readonly people: SsoPeople;
  readonly accessTokens: AccessTokenReader;
}

export interface SsoDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of the control plane. */
  readonly organization: Organization;
  readonly onEnded: (sessions: readonly string[]) => void;
}

export async function openSso(settings: SsoSettings, deps: SsoDeps): Promise<Sso> {
  const { store, clock, log, onEnded } = deps;
  const { id: organization } = await chooseOrganization(settings, deps);
  const people = new SsoPeople({ store, clock, organization, providerName: settings.name, onEnded });
  const provider = new IdentityProvider(settings, { clock, log });
  return { settings, provider, people, accessTokens: new AccessTokenReader({ provider, people, clock }) };
}

/** Whether people of an organization come in by the provider alone: others of the installation have no provider. */
export function requiresSso(sso: Sso | undefined, organization: string): boolean {
  return sso !== undefined && sso.settings.isForced && sso.people.organization === organization;
}

/** Which organization people of the provider belong to. */
async function chooseOrganization(
  { organization: name }: SsoSettings,
  { store, clock, organization }: SsoDeps,
): Promise<Organization> {
  return name === undefined ? organization : ensureOrganization(store, name, clock);
}

/** A document that has something else there costs the link, and not the page. */
function isAddress(text: string | undefined): text is string {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
}

/** What the sign-in page says of it. */
export async function describeSso(
  { settings, provider, people }: Sso,
  publicOrigin: string,
): Promise<NonNullable<SignInWays['sso']>> {
  const { name, clientId } = settings;
  const forced = settings.isForced && (await people.isAlone());
  const { isReachable: reachable, signOutAddress } = provider;
  return { name, forced, reachable, ...(isAddress(signOutAddress) && { sign_out: renderSignOut(signOutAddress) }) };

  function renderSignOut(address: string): string {
    const url = new URL(address);
    url.searchParams.set('client_id', clientId);
    url.searchParams.set('post_logout_redirect_uri', `${publicOrigin}/`);
    return url.href;
  }
}
