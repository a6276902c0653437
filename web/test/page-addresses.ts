/** Every page that a signed-in owner can open, from the patterns of the app: a new one is in the list at once. */
import { patterns } from '../src/browser/addresses.ts';

type Page = keyof typeof patterns;

/** These lead on to another page, or show nothing once somebody is signed in. */
const notPages: ReadonlySet<Page> = new Set(['home', 'welcome', 'settings']);

/** What the fake has where a pattern alone shows nothing, and pages under a pattern. */
const examples: Partial<Record<Page, readonly string[]>> = {
  capture: ['/profiling/captures/cap_head'],
  diff: ['/profiling/diff?workload=checkout-api&env=production'],
  release: ['/releases/checkout-api?env=production&version=2.14.0'],
  fleet: ['/fleet', '/fleet/agent-primary'],
  ask: ['/ask', '/ask/metrics.query', '/ask/questions'],
};

const names = Object.keys(patterns).filter((name): name is Page => !notPages.has(name as Page));

export const pageAddresses: readonly string[] = names.flatMap((name) => examples[name] ?? [patterns[name]]);
