/** A browser of one person: its own cookies, and an authenticator that knows who is in front of it. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { csrfHeader, Me } from '../../src/control/api/api.ts';
import type { TestControl } from '../control-plane.ts';

export interface Device {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** The caller closes its context. */
export async function openDevice(browser: Browser, locale = 'en-GB'): Promise<Device> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale, timezoneId: 'UTC' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId };
}

/** What the page sends with a request of the person who is signed in there. */
export async function sessionHeaders(page: Page, running: TestControl): Promise<Readonly<Record<string, string>>> {
  const origin = running.control.addresses.app;
  const cookies = await page.context().cookies(origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const me = await running.send({ path: '/api/me', headers: { cookie } });
  return { cookie, origin, [csrfHeader]: Me.parse(me.json()).csrf };
}
