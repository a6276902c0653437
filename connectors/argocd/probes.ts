/** What is asked beside a refusal: whether the token itself is well. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { openArgo } from './client.ts';
import type { manifest } from './manifest.ts';

export const probes = {
  token: {
    tells: 'Whether Argo CD accepts the token. A refusal in another form comes from a proxy in between.',
    async run(fault, context) {
      const { loggedIn } = await openArgo(context).whoAmI();
      if (loggedIn !== true) {
        const remedy =
          'Argo CD does not accept the token: it was deleted, it has expired, or its account is disabled. Create another one with `argocd account generate-token --account farol` and put it into ARGOCD_AUTH_TOKEN.';
        return refineFault(fault, 'credential_rejected', { kind: 'account token', reason: 'rejected' }, remedy);
      }
      const remedy =
        'Argo CD accepts the token, but something between the Agent and ARGOCD_URL refused the request: check the ingress or proxy there, and let the paths below /api pass. Do not rotate the token.';
      return refineFault(
        fault,
        'permission_missing',
        { grant: 'the way to Argo CD', layer: 'ingress or proxy' },
        remedy,
      );
    },
  },
} satisfies Probes<typeof manifest>;
