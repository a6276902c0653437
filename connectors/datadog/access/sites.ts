/** The vendor's regional sites. A key belongs to one of them and opens nothing at the others. */
import type { Reach } from '../../../src/connector/manifest.ts';

/** As the vendor's documents enumerate them (docs.datadoghq.com/getting_started/site, seen 2026-11). */
export const sites = [
  'datadoghq.com',
  'us3.datadoghq.com',
  'us5.datadoghq.com',
  'datadoghq.eu',
  'ap1.datadoghq.com',
  'ap2.datadoghq.com',
  'uk1.datadoghq.com',
  'ddog-gov.com',
  'us2.ddog-gov.com',
] as const;

export const defaultSite = 'datadoghq.com';

const alternatives = sites.map((site) => site.replaceAll('.', String.raw`\.`)).join('|');

export const sitePattern = new RegExp(`^(?:${alternatives})$`, 'u');

export const reach: Reach = {
  hosts: new RegExp(String.raw`^api\.(?:${alternatives})$`, 'u'),
  words: "api.<site> of the vendor's own sites",
  override: 'DATADOG_URL',
};

export function addressOf(site: string): URL {
  return new URL(`https://api.${site}`);
}
