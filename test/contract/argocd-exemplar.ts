import { fakeArgo } from './argocd/fake-argocd.ts';
import type { Exemplar } from './exemplar.ts';

export const argocd: Exemplar = {
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
  // A proxy that asks for a sign-in of its own: whether the token is well is asked beside it.
  troubles: [
    (call) =>
      call.path.startsWith('/api/v1/session/')
        ? (fakeArgo()(call) ?? { status: 501, body: '' })
        : { status: 401, body: 'Unauthorized' },
  ],
};
