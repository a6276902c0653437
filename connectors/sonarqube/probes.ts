/** What is asked beside a refusal: whether the token itself is well. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { openSonar } from './client.ts';
import type { manifest } from './manifest.ts';
import { makeToken } from './symptoms.ts';

export const probes = {
  token: {
    tells: 'Whether SonarQube accepts the token. A refusal it did not write itself comes from something in between.',
    async run(fault, context) {
      if (!(await openSonar(context).isValid())) {
        const remedy = `SonarQube says that the token is not valid: it was revoked, it has ended, or it is of another server. ${makeToken}`;
        return refineFault(fault, 'credential_rejected', { kind: 'user token', reason: 'rejected' }, remedy);
      }
      const remedy =
        'SonarQube accepts the token, and the call was refused in words that are not its own: look at a proxy before SONARQUBE_URL, and let the paths below /api pass. Do not rotate the token.';
      return refineFault(fault, 'permission_missing', { grant: 'the way to SonarQube', layer: 'proxy' }, remedy);
    },
  },
} satisfies Probes<typeof manifest>;
