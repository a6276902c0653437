/** Which proxy applies to each address that this Agent reaches. Sends nothing. */
import { type ConnectorSetup, nameIn } from '../connectors/connector-setup.ts';
import type { Proxy, ProxySettings, Way } from '../../core/proxy-settings.ts';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';

/** By variable. */
export type Addresses = Readonly<Record<string, URL>>;

/** Empty while a variable cannot be read, which refuses the boot already. */
export function examineProxies(
  proxies: ProxySettings,
  addresses: Addresses,
  setups: readonly ConnectorSetup[],
): Diagnosis[] {
  if (proxies.problems.length > 0) return [];
  const set = [...new Set([proxies.secure, proxies.plain].filter((one) => one !== undefined))];
  if (set.length === 0) return [ok('proxy', 'None is set: everything is reached directly.')];
  return [
    ...set.map(({ variable, url }) => ok(variable, `The proxy is ${url.host}.`)),
    ...Object.entries(addresses).map(([variable, url]) =>
      ok(subjectOf(variable, url.host), sayWay(proxies.wayTo(url))),
    ),
    ...setups.filter(({ isTouched }) => isTouched).flatMap((setup) => examineSource(proxies, setup)),
  ];
}

function examineSource(proxies: ProxySettings, setup: ConnectorSetup): Diagnosis[] {
  const { manifest, source: id, urls } = setup;
  const { reach } = manifest;
  const ofUrls = [...urls].map(([variable, url]) =>
    ok(subjectOf(nameIn(setup, variable), url.host), sayWay(proxies.wayTo(url))),
  );
  if (reach !== undefined && !urls.has(reach.override)) {
    return [...ofUrls, ok(`${id}: way to ${reach.words}`, sayOfHosts(proxies.secure))];
  }
  return ofUrls.length > 0 ? ofUrls : [ok(`${id}: way to its hosts`, 'Directly: it does not speak HTTP.')];
}

function subjectOf(variable: string, host: string): string {
  return `${variable}, way to ${host}`;
}

function sayWay({ proxy, exception }: Way): string {
  if (proxy !== undefined) return `Through the proxy ${wordsOf(proxy)}.`;
  return exception === undefined ? 'Directly: no proxy is set for it.' : `Directly: NO_PROXY lists ${exception}.`;
}

function sayOfHosts(proxy: Proxy | undefined): string {
  return proxy === undefined
    ? 'Directly: no proxy is set for it.'
    : `Through the proxy ${wordsOf(proxy)}, except for the hosts in NO_PROXY.`;
}

function wordsOf({ variable, url }: Proxy): string {
  return `${url.host} (${variable})`;
}

function ok(subject: string, says: string): Diagnosis {
  return { area: 'network', subject, status: 'ok', says };
}
