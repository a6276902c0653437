/** Which browser on which system, as people recognise it in a list of their sessions. Names only, no versions. */
import type { DeviceWords } from '../api/api.ts';

/** The first that matches: later ones are in the texts of earlier ones too. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//u],
  ['Opera', /\bOPR\//u],
  ['Samsung Internet', /\bSamsungBrowser\//u],
  ['Firefox', /\b(?:Firefox|FxiOS)\//u],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//u],
  ['Safari', /\bSafari\//u],
] as const;
const systems = [
  ['Android', /\bAndroid\b/u],
  ['iPhone', /\biPhone\b/u],
  ['iPad', /\biPad\b/u],
  ['Windows', /\bWindows\b/u],
  ['ChromeOS', /\bCrOS\b/u],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/u],
  ['Linux', /\bLinux\b/u],
] as const;

/** Far beyond every browser's. */
const maxLength = 1024;

export function describeDevice(userAgent: string | undefined): DeviceWords {
  const text = (userAgent ?? '').slice(0, maxLength);
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0];
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
}
