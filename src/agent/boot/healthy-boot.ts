/** What a boot finds where nothing is wrong: for tests, and for the page of its problems. Names are samples. */
import type { BootFacts } from './judge-boot.ts';

export const healthyBoot: BootFacts = {
  config: [],
  token: [],
  isTokenInArguments: false,
  identity: [],
  settings: [],
  proxies: [],
  secretStore: [],
  allowFile: [],
  lockFile: [],
  inert: [],
  sourcesFile: [],
  sources: [{ name: 'grafana', isTouched: true, missing: undefined, problems: [], unreadable: [], clearText: [] }],
  ignoredFiles: [],
  unknownVariables: [],
};
