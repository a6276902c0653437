import { controlLayers } from './control-floors.ts';

/**
 * Who may import whom. One table, read top to bottom; anything not listed is
 * forbidden. The reason is printed when the rule breaks, so it must say what
 * would go wrong, not restate the rule.
 */
export interface Layer {
  readonly name: string;
  /** Matches a path from the repository root; `<id>` captures one folder name. */
  readonly path: string;
  /** Names of layers; its own name, if folders of the same layer may import one another. */
  readonly mayImport: readonly string[];
  /** npm packages allowed; `undefined` means any declared dependency. */
  readonly packages?: readonly string[];
  readonly because: string;
}

export const layers: readonly Layer[] = [
  {
    name: 'core',
    path: 'src/core',
    mayImport: [],
    packages: ['zod', 'pino'],
    because: 'core is what everything else stands on',
  },
  {
    name: 'catalog',
    path: 'catalog',
    mayImport: ['core'],
    packages: ['zod'],
    because: 'reviewers read the catalog as data',
  },
  {
    name: 'sdk',
    path: 'src/connector',
    mayImport: ['core', 'catalog'],
    packages: ['zod'],
    because: 'connectors compile against this and nothing more',
  },
  {
    name: 'cloud',
    path: 'src/cloud',
    mayImport: ['core'],
    because: 'connectors and the secret store prove themselves to a cloud in one way, and neither knows the other',
  },
  {
    name: 'aws access',
    path: 'connectors/aws/access',
    mayImport: ['core', 'cloud', 'sdk'],
    because: 'asking AWS with its credential is shared by every connector that has one, and knows none of them',
  },
  {
    name: 'sql guard',
    path: 'connectors/aws/sql-guard',
    mayImport: ['core'],
    packages: ['antlr4ng', 'dt-sql-parser', 'fast-check'],
    because: 'it judges a text and touches nothing else, so that it is read, attacked and measured alone',
  },
  {
    name: 'connector',
    path: 'connectors/<id>',
    mayImport: ['core', 'catalog', 'cloud', 'sdk', 'aws access', 'sql guard'],
    because: 'one connector must be readable, testable and removable alone',
  },
  {
    name: 'upstream',
    path: 'connectors/<id>/upstream',
    mayImport: [
      'core',
      'catalog',
      'sdk',
      'aws access',
      'connector',
      'registry',
      'tunnel',
      'agent',
      'control tls',
      'demo',
      'test',
      'upstream',
    ],
    because: 'what plays a system in tests: no program loads it, and it is not built',
  },
  {
    name: 'test',
    path: 'test',
    mayImport: [],
    because: 'tests import what they test; only what plays a system imports from here',
  },
  {
    name: 'registry',
    path: 'connectors',
    mayImport: ['connector', 'sdk'],
    packages: [],
    because: 'the only lists of connectors: those there are, and those still to come',
  },
  {
    name: 'policy',
    path: 'src/policy',
    mayImport: ['core', 'sdk'],
    packages: ['zod'],
    because: 'permission documents are derived from manifests as data, for anything that has a manifest',
  },
  {
    name: 'tunnel',
    path: 'src/tunnel',
    mayImport: ['core'],
    packages: ['zod', 'ws'],
    because: 'both ends must speak the same frames',
  },
  {
    name: 'agent',
    path: 'src/agent',
    mayImport: ['core', 'catalog', 'sdk', 'registry', 'secrets', 'secret stores', 'tunnel'],
    because: 'the host wires everything, and nothing imports the host',
  },
  {
    name: 'secrets',
    path: 'src/secrets',
    mayImport: ['core'],
    because: 'one way to read a secret, for every program',
  },
  {
    name: 'secret stores',
    path: 'src/secrets/stores',
    mayImport: ['core', 'cloud', 'secrets'],
    because: 'only the Agent reads from a store; the Profiler never loads a client of one',
  },
  {
    name: 'witness',
    path: 'profiler/witness',
    mayImport: [],
    packages: [
      'zod',
      '@stdlib/math-base-special-betaln',
      '@stdlib/math-base-special-digamma',
      '@stdlib/math-base-special-exp',
      '@stdlib/math-base-special-ln',
      '@stdlib/math-base-special-log1p',
      '@stdlib/math-base-special-trigamma',
      '@stdlib/stats-base-dists-beta-quantile',
      '@stdlib/stats-base-dists-t-cdf',
      '@stdlib/stats-base-dists-t-quantile',
    ],
    because: 'the same pure functions aggregate beside the collector and compare in the control plane',
  },
  {
    name: 'witness exports',
    path: 'profiler/witness/export',
    mayImport: ['witness'],
    packages: ['pprof-format'],
    because: 'formats of other tools cost a library, which what runs beside the collector never loads',
  },
  {
    name: 'witness program',
    path: 'profiler/witness/cli',
    mayImport: ['witness', 'witness exports'],
    packages: ['commander'],
    because: 'it works on files alone, without a network and without an identity',
  },
  {
    name: 'profiler',
    path: 'profiler',
    mayImport: ['core', 'secrets', 'tunnel', 'witness'],
    packages: ['zod'],
    because: 'it ships next to a privileged binary: every package is attack surface',
  },
  // It never holds customer credentials, so no row of it names a connector; its own secrets are given as everywhere.
  ...controlLayers,
  {
    name: 'demo',
    path: 'demo',
    mayImport: ['core', 'tunnel', 'witness', 'control api'],
    because:
      'it starts the programs as an operator would, from their built entries, and asks the control plane as people do',
  },
  {
    name: 'bench',
    path: 'bench',
    mayImport: [
      'core',
      'catalog',
      'sdk',
      'registry',
      'sql guard',
      'tunnel',
      'witness',
      'agent',
      'control api',
      'control store',
      'control peers',
      'control tls',
      'control keys',
      'control settings',
      'control people',
      'control bundles',
      'control captures',
      'control fleet',
      'control enrolment',
      'control http',
      'demo',
    ],
    because: 'it measures every program, and no program knows that it is measured',
  },
  {
    name: 'cli',
    path: 'src/cli',
    mayImport: [
      'core',
      'catalog',
      'policy',
      'registry',
      'secrets',
      'tunnel',
      'agent',
      'profiler',
      'witness',
      'witness program',
      'control',
      'control api',
      'control keys',
      'control backup',
      'control operator',
      'demo',
      'bench',
    ],
    because: 'one entry starts every program, and nothing imports the entry',
  },
  {
    name: 'web',
    path: 'web',
    mayImport: ['policy', 'witness', 'control api'],
    packages: ['preact', '@preact/signals', '@simplewebauthn/browser', 'zod', 'vite', 'marked'],
    because: 'the page knows wire types and pure functions, and nothing of the insides of the control plane',
  },
  {
    name: 'web dev server',
    path: 'web/dev-server',
    mayImport: ['policy', 'witness', 'control api', 'control tokens', 'control fleet', 'control catalog', 'web'],
    because: 'it answers a page without a control plane, with the very functions that answer there',
  },
  {
    name: 'web tests',
    path: 'web/test',
    mayImport: ['web', 'web dev server'],
    because: 'they drive the built page in a real browser, which the page itself must not depend on',
  },
];
