import { fakeArgo } from './fake-argocd.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { Plant } from '../../../test/contract/planted.ts';

/** In the source of every application, of a list or alone, and of what was synced before. */
const inSources = (member: string, value: (secret: string) => unknown): readonly Plant[] =>
  ['items.*.', ''].flatMap((one) =>
    ['spec.source', 'spec.sources.*', 'status.history.*.source', 'status.history.*.sources.*'].map(
      (source) => [`${one}${source}.${member}`, value] as const,
    ),
  );

export const exemplar: Exemplar = {
  variables: { ARGOCD_URL: '{upstream}', ARGOCD_AUTH_TOKEN: '{canary}' },
  reply: fakeArgo(),
  questions: {
    'gitops.listApplications': [
      {},
      { project: 'payments', selector: 'team=payments' },
      { project: 'empty' },
      { selector: 'team=nobody' },
      { limit: 1 },
    ],
    'gitops.getApplication': [{ name: 'checkout' }, { name: 'webshop', appNamespace: 'team-web', project: 'web' }],
    'gitops.getSyncHistory': [{ name: 'checkout' }, { name: 'webshop', appNamespace: 'team-web' }],
  },
  redacted: {
    'parameters, values and environment of charts and plugins: never returned': [
      ...inSources('helm', (secret) => ({
        parameters: [{ name: 'image.tag', value: secret }],
        values: `note: ${secret}`,
        valuesObject: { note: secret },
      })),
      ...inSources('plugin', (secret) => ({
        name: 'kustomized',
        env: [{ name: 'NOTE', value: secret }],
        parameters: [{ name: 'note', string: secret }],
      })),
    ],
    'user, password and query in addresses of repositories and clusters': [
      ...inSources('repoURL', (secret) => `https://ada:${secret}@git.example.com/a.git?token=${secret}`),
      ...['items.*.', ''].map(
        (one) =>
          [
            `${one}spec.destination.server`,
            (secret: string) => `https://ada:${secret}@10.0.0.1?token=${secret}`,
          ] as const,
      ),
    ],
    'in messages: what follows --set, values of parameters whose name sounds secret, and passwords of addresses': [
      ...inSources('helm', (secret) => ({ parameters: [{ name: 'db.password', value: secret }] })),
      ...['items.*.', ''].map(
        (one) =>
          [
            `${one}status.conditions`,
            (secret: string) =>
              [`--set a=${secret}`, `login with ${secret}`, `from https://ada:${secret}@git.example.com`].map(
                (message) => ({ type: 'ComparisonError', message }),
              ),
          ] as const,
      ),
    ],
  },
  // A proxy that asks for a sign-in of its own: whether the token is well is asked beside it.
  failures: [
    (call) =>
      call.path.startsWith('/api/v1/session/')
        ? (fakeArgo()(call) ?? { status: 501, body: '' })
        : { status: 401, body: 'Unauthorized' },
  ],
};
