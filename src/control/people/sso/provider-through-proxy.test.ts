/** The control plane reaches the provider the way that HTTP_PROXY, HTTPS_PROXY and NO_PROXY say. */
import { afterEach, expect, test } from 'vitest';
import { startTestControl } from '../../../../test/control-plane.ts';
import { type ForwardProxy, startForwardProxy } from '../../../../test/forward-proxy.ts';
import { startIdentityProvider, type TestProvider } from '../../../../test/identity-provider.ts';
import { SsoBrowser } from '../../../../test/sso-browser.ts';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function signInBy(environment: (proxy: ForwardProxy) => Record<string, string>) {
  const proxy = await startForwardProxy();
  const idp: TestProvider = await startIdentityProvider();
  const running = await startTestControl({ ...idp.env, ...environment(proxy) });
  opened.push(proxy, idp, running);
  await idp.serve(running.control.addresses.app);
  idp.account = { subject: 'ana-1', name: 'Ana', groups: ['farol-owners'] };
  const browser = new SsoBrowser(running);
  return { proxy, idp, running, where: await browser.signIn().catch(String) };
}

test('discovery, keys and tokens of the provider go through the proxy', async () => {
  const { proxy, idp, where } = await signInBy(({ url }) => ({ HTTP_PROXY: url }));
  expect(where).toBe('/');
  const { issuer } = idp;
  expect(proxy.asked).toEqual(
    expect.arrayContaining([
      `GET ${issuer}/.well-known/openid-configuration`,
      `POST ${issuer}/token`,
      `GET ${issuer}/jwks`,
    ]),
  );
});

test('a provider that NO_PROXY names is reached without it', async () => {
  const { proxy, where } = await signInBy(({ url }) => ({ HTTP_PROXY: url, NO_PROXY: '127.0.0.0/8,localhost' }));
  expect([where, proxy.asked]).toEqual(['/', []]);
});

test('a proxy that does not answer makes the provider unavailable, and the log names the reason', async () => {
  const { running } = await signInBy(() => ({ HTTP_PROXY: 'http://127.0.0.1:9' }));
  const refused = await new SsoBrowser(running).send({ method: 'POST', path: '/api/session/sso', body: {} });
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('sso_unavailable')]);
  expect(running.log.join('\n')).toContain('ECONNREFUSED');
});
