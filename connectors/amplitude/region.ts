/** Where Amplitude keeps a project: its keys open nothing at the other place. https://amplitude.com/docs/apis/analytics/dashboard-rest#regions */
import type { Reach } from '../../src/connector/manifest.ts';

const hosts = { us: 'amplitude.com', eu: 'analytics.eu.amplitude.com' } as const;

export type Region = keyof typeof hosts;

export const regionPattern = /^(?:us|eu)$/u;

export function isRegion(text: string): text is Region {
  return Object.hasOwn(hosts, text);
}

export const reach: Reach = {
  hosts: /^(?:amplitude\.com|analytics\.eu\.amplitude\.com)$/u,
  words: 'amplitude.com and analytics.eu.amplitude.com',
  override: 'AMPLITUDE_URL',
};

export function addressOf(region: Region): URL {
  return new URL(`https://${hosts[region]}`);
}
