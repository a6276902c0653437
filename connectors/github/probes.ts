/** Calls that tell apart what one answer leaves open. Run by a health check after an ambiguous symptom, never by an operation. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { statusWithoutCredential } from './send.ts';
import type { GithubManifest } from './context.ts';

export const probes = {
  front: {
    tells:
      'Whether a free call is refused without any credential too, by something in front of the interface or by an Enterprise Server in private mode.',
    async run(fault, context) {
      const status = await statusWithoutCredential(context);
      if (status !== 403 && status !== 407) return fault;
      return refineFault(
        fault,
        'permission_missing',
        { grant: 'network access', layer: 'proxy, firewall or allowed IP addresses' },
        'Everybody is refused from here, with or without a credential: allow the address this Agent sends from. Do not rotate the token.',
      );
    },
  },
} satisfies Probes<GithubManifest>;
