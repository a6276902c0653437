/**
 * The folders of the control plane, floor by floor from below. A folder imports what its row lists: folders of its own
 * floor and of those below it, types included, so that no import leads back. `architecture.test.ts` holds each folder to
 * its row, and the drawing in ARCHITECTURE.md is made from these rows.
 */
interface Folder {
  /** In `src/control`; empty for the files that lie in no folder. */
  readonly folder: string;
  /** Other folders of the control plane. */
  readonly mayImport: readonly string[];
  /** Layers of `architecture.ts`. */
  readonly outside: readonly string[];
  /** npm packages. */
  readonly packages: readonly string[];
  /** Files that others with such a list may import, without their ending. Folders of higher floors import any of its files. */
  readonly exports?: readonly string[];
  /** What would go wrong otherwise. */
  readonly because: string;
}

export interface Floor {
  readonly name: string;
  readonly holds: string;
  readonly folders: readonly Folder[];
}

const root = 'src/control';

export const floors: readonly Floor[] = [
  {
    name: 'platform',
    holds: 'what the rest stands on, and knows no domain',
    folders: [
      {
        folder: 'api',
        mayImport: [],
        outside: ['core', 'tunnel', 'witness diff'],
        packages: ['zod'],
        because:
          'the page, the command line and other programs read these bodies, and nothing behind them may come along',
      },
      {
        folder: 'store/migrations',
        mayImport: [],
        outside: [],
        packages: ['kysely'],
        because: 'a released migration must not change because something above it did',
      },
      {
        folder: 'store',
        mayImport: ['store/migrations'],
        outside: ['core'],
        packages: ['kysely', 'pg'],
        because: 'tables and connections serve every domain, so they know none',
      },
      {
        folder: 'clock',
        mayImport: ['store'],
        outside: ['core'],
        packages: ['kysely'],
        because: 'every expiry goes by it, so it depends on nothing that expires',
      },
      {
        folder: 'problem',
        mayImport: ['api', 'store'],
        outside: ['core'],
        packages: [],
        because: 'every refusal has one shape, in whatever folder it is written',
      },
      {
        folder: 'peers',
        mayImport: ['problem'],
        outside: ['core', 'tunnel'],
        packages: ['fastify'],
        because: 'what a peer may cost is bounded before anybody knows who it is, on every port alike',
      },
      {
        folder: 'acts',
        mayImport: ['api', 'store'],
        outside: [],
        packages: ['zod'],
        exports: ['record-act'],
        because: 'an act is recorded in the transaction of whatever does it, so it knows none of them',
      },
      {
        folder: 'tls',
        mayImport: [],
        outside: ['core', 'tunnel'],
        packages: ['@peculiar/x509', 'reflect-metadata'],
        because: 'the certificate is there before the store is asked anything',
      },
      {
        folder: 'keys',
        mayImport: ['store', 'acts', 'tls'],
        outside: ['core', 'tunnel'],
        packages: ['kysely'],
        exports: ['command-keys', 'confirmations', 'key-custody', 'key-kinds', 'ticket-keys'],
        because: 'what everybody trusts must be readable without what is signed with it',
      },
      {
        folder: 'replicas',
        mayImport: ['store'],
        outside: ['core', 'tunnel'],
        packages: ['kysely'],
        exports: ['owner-table', 'shared-statements', 'ticker'],
        because: 'several processes are one control plane below everything that runs on it',
      },
      {
        folder: 'settings',
        mayImport: ['api', 'store', 'acts'],
        outside: ['core'],
        packages: [],
        exports: ['profiler-setting'],
        because: 'a switch of an organization is read by the domains that it turns off',
      },
    ],
  },
  {
    name: 'domains',
    holds: 'one matter each; a domain knows of another only what that one exports for it',
    folders: [
      {
        folder: 'tokens',
        mayImport: ['api', 'store', 'problem', 'acts'],
        outside: ['catalog', 'core', 'tunnel', 'witness summary'],
        packages: ['kysely', 'zod'],
        exports: ['access-tokens', 'revoke-token', 'token-scopes', 'token-text'],
        because: 'a token is judged by its text and its row, before it is known what is asked with it',
      },
      {
        folder: 'people',
        mayImport: ['api', 'store', 'problem', 'acts', 'tokens'],
        outside: ['core', 'tunnel'],
        packages: ['kysely'],
        exports: [
          'asker',
          'links',
          'make-person',
          'members',
          'organization',
          'passkey-people',
          'present',
          'sign-in-refusals',
        ],
        because: 'persons, links and sessions exist whatever way somebody signs in',
      },
      {
        folder: 'people/passkeys',
        mayImport: ['api', 'store', 'problem', 'acts', 'keys', 'people'],
        outside: ['core'],
        packages: ['@simplewebauthn/server', 'kysely', 'reflect-metadata'],
        exports: ['challenges', 'ticket'],
        because: 'a passkey signs in a person, who exists without it',
      },
      {
        folder: 'people/sso',
        mayImport: ['api', 'store', 'problem', 'peers', 'acts', 'people', 'people/passkeys'],
        outside: ['core'],
        packages: ['jose', 'openid-client', 'pino'],
        exports: [],
        because: 'the identity provider is optional, so nothing of the people depends on it',
      },
      {
        folder: 'markers',
        mayImport: ['api', 'store', 'problem', 'tokens'],
        outside: ['core', 'witness captures'],
        packages: ['kysely', 'zod'],
        exports: ['open-incidents'],
        because: 'what pipelines report is stored for the timeline, and does not know what is compared with it',
      },
      {
        folder: 'bundles',
        mayImport: ['api', 'problem'],
        outside: [
          'core',
          'witness record',
          'witness vector',
          'witness bundle',
          'witness diff',
          'witness captures',
          'witness comparable',
          'witness views',
          'witness verdicts',
          'witness changes',
          'witness text',
          'witness sarif',
          'witness flame',
          'witness comparison',
        ],
        packages: ['zod'],
        exports: ['bundle-desk', 'bundle-questions', 'capture-cost'],
        because: 'what reads a bundle runs in worker threads, which hold no store',
      },
      {
        folder: 'captures',
        mayImport: ['api', 'store', 'problem', 'acts', 'replicas', 'settings', 'tokens', 'markers', 'bundles'],
        outside: ['core', 'tunnel', 'witness record', 'witness vector', 'witness captures', 'witness verdicts'],
        packages: ['kysely', 'zod'],
        exports: [],
        because: 'what becomes of a capture follows from its rows, bundles and offers, and not from who requested it',
      },
      {
        folder: 'questions',
        mayImport: ['api', 'store', 'problem', 'acts', 'tokens', 'people'],
        outside: ['catalog', 'core'],
        packages: ['kysely'],
        exports: [],
        because: 'the record of a question does not depend on how an Agent is asked',
      },
      {
        folder: 'operations/answers',
        mayImport: ['problem'],
        outside: ['core', 'tunnel'],
        packages: ['zod'],
        exports: ['answer-desk', 'check-answer'],
        because: 'what reads a large answer runs in a worker thread, which holds no store',
      },
      {
        folder: 'operations',
        mayImport: ['api', 'store', 'problem', 'peers', 'replicas', 'tokens', 'people', 'operations/answers'],
        outside: ['catalog', 'core', 'tunnel'],
        packages: ['zod'],
        exports: ['may-ask'],
        because: 'a question is asked in one way for pages, tokens and assistants',
      },
      {
        folder: 'fleet',
        mayImport: ['api', 'store', 'acts', 'tls', 'keys'],
        outside: ['core', 'tunnel'],
        packages: ['kysely', 'zod'],
        exports: ['fleet-view', 'instance-store'],
        because: 'instances are described from their rows and keys, without a tunnel',
      },
      {
        folder: 'enrolment',
        mayImport: ['api', 'store', 'problem', 'acts', 'tokens', 'fleet'],
        outside: ['core', 'tunnel'],
        packages: ['kysely'],
        exports: [],
        because: 'it lets instances in, and nothing of an enrolled one depends on how it came',
      },
      {
        folder: 'hub',
        mayImport: ['store', 'peers', 'tls', 'keys', 'replicas', 'fleet'],
        outside: ['core', 'tunnel'],
        packages: ['ws'],
        exports: [],
        because: 'the port of the tunnels knows instances and keys, and nothing of what is asked through it',
      },
      {
        folder: 'catalog',
        mayImport: ['api', 'people', 'operations', 'fleet'],
        outside: ['catalog', 'core', 'tunnel'],
        packages: ['zod'],
        exports: [],
        because: 'what may be asked is listed from those who ask and those who answer, and neither needs the list',
      },
    ],
  },
  {
    name: 'upkeep',
    holds: 'what an operator sets, removes, reads back and restores',
    folders: [
      {
        folder: 'config',
        mayImport: ['peers', 'keys', 'people', 'people/sso', 'captures'],
        outside: ['core', 'secrets', 'witness captures'],
        packages: [],
        because: 'the variables of every domain are read in one place, before anything is opened',
      },
      {
        folder: 'retention',
        mayImport: ['api', 'store', 'captures'],
        outside: ['core'],
        packages: ['kysely'],
        because: 'it removes what the domains store, and none of them waits for it',
      },
      {
        folder: 'audit',
        mayImport: ['api', 'store', 'acts', 'tokens'],
        outside: [],
        packages: ['kysely', 'zod'],
        because: 'it only reads what others recorded',
      },
      {
        folder: 'backup',
        mayImport: ['store/migrations', 'store', 'keys', 'people'],
        outside: ['core', 'tunnel'],
        packages: ['kysely', 'zod'],
        because: 'a store is copied without a control plane that serves',
      },
      {
        folder: 'operator',
        mayImport: [
          'api',
          'store',
          'clock',
          'problem',
          'acts',
          'keys',
          'tokens',
          'people',
          'enrolment',
          'config',
          'backup',
        ],
        outside: ['core', 'tunnel'],
        packages: ['zod'],
        because: 'commands of the machine work beside the control plane, without its ports',
      },
    ],
  },
  {
    name: 'edge',
    holds: 'what the network reaches',
    folders: [
      {
        folder: 'metrics',
        mayImport: ['peers'],
        outside: ['tunnel'],
        packages: ['fastify', 'prom-client'],
        because: 'each domain counts for itself, so the counters know none',
      },
      {
        folder: 'http',
        mayImport: ['api', 'problem', 'peers', 'acts', 'tokens', 'people'],
        outside: ['core'],
        packages: ['fastify', 'fastify-type-provider-zod', 'pino', 'zod'],
        because: 'the server and its guard of persons serve every route alike, so they know none',
      },
      {
        folder: 'live',
        mayImport: ['api', 'problem', 'people', 'http'],
        outside: ['core'],
        packages: ['fastify'],
        because: 'events carry ids only, so they know nothing of what changed',
      },
      {
        folder: 'routes',
        mayImport: [
          'api',
          'store',
          'problem',
          'peers',
          'acts',
          'settings',
          'tokens',
          'people',
          'people/passkeys',
          'people/sso',
          'markers',
          'bundles',
          'captures',
          'questions',
          'operations',
          'fleet',
          'enrolment',
          'catalog',
          'config',
          'retention',
          'audit',
          'metrics',
          'http',
        ],
        outside: ['catalog', 'core', 'policy', 'tunnel', 'witness diff', 'witness flame'],
        packages: ['fastify', 'fastify-type-provider-zod', 'openid-client', 'zod'],
        because: 'a route is the way in to a domain, and no domain knows that it has one',
      },
      {
        folder: 'mcp/tools',
        mayImport: [
          'api',
          'problem',
          'tokens',
          'people',
          'captures',
          'questions',
          'operations',
          'fleet',
          'catalog',
          'metrics',
          'http',
        ],
        outside: ['catalog', 'core'],
        packages: ['pino', 'zod'],
        because: 'tools ask what routes ask, and know nothing of the protocol around them',
      },
      {
        folder: 'mcp',
        mayImport: ['problem', 'peers', 'tokens', 'people', 'people/sso', 'http', 'mcp/tools'],
        outside: ['core'],
        packages: ['@modelcontextprotocol/server', 'fastify', 'zod'],
        because: 'the protocol of assistants is one more way in, and nothing depends on it',
      },
    ],
  },
  {
    name: 'assembly',
    holds: 'services.ts, add-routes.ts, start-control.ts and main.ts tie the rest together',
    folders: [
      {
        folder: '',
        mayImport: [
          'store',
          'clock',
          'tls',
          'keys',
          'replicas',
          'settings',
          'tokens',
          'people',
          'people/passkeys',
          'people/sso',
          'bundles',
          'captures',
          'questions',
          'operations/answers',
          'operations',
          'fleet',
          'enrolment',
          'hub',
          'catalog',
          'config',
          'retention',
          'operator',
          'metrics',
          'http',
          'live',
          'routes',
          'mcp',
        ],
        outside: ['core', 'policy', 'tunnel'],
        packages: ['pino'],
        because: 'it opens everything in the order in which one part needs another, so nothing imports it',
      },
    ],
  },
];

/** The same as rows of `architecture.ts`. */
export const controlLayers = floors.flatMap(({ folders }) =>
  folders.map(({ folder, mayImport, outside, packages, because }) => ({
    name: nameOf(folder),
    path: folder === '' ? root : `${root}/${folder}`,
    mayImport: [...outside, ...mayImport.map(nameOf)],
    packages,
    because,
  })),
);

function nameOf(folder: string): string {
  return folder === '' ? 'control' : `control ${folder}`;
}
