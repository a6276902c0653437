/** What is asked beside a refusal: whether the token itself is well. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { openSonar } from './client.ts';
import type { manifest } from './manifest.ts';
import { makeToken } from './symptoms.ts';

export const probes = {
  token: {
    tells: 'Whether SonarQube accepts the token. A refusal in another form comes from a proxy in between.',
    async run(fault, context) {
      if (!(await openSonar(context).isValid())) {
        const remedy = `SonarQube rejects the token: it was revoked, it has expired, or it belongs to another server. ${makeToken}`;
        return refineFault(fault, 'credential_rejected', { kind: 'user token', reason: 'rejected' }, remedy);
      }
      const remedy =
        'SonarQube accepts the token, but something else refused the call: check the proxy in front of SONARQUBE_URL, and let the paths below /api pass. Do not rotate the token.';
      return refineFault(fault, 'permission_missing', { grant: 'the way to SonarQube', layer: 'proxy' }, remedy);
    },
  },
} satisfies Probes<typeof manifest>;
