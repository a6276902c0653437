/** What is asked beside a refusal: whether the token itself is well. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { openCloudflare } from './client.ts';
import type { manifest } from './manifest.ts';

export const probes = {
  token: {
    tells: 'Whether the token is active, if it belongs to a person; a token of an account is verified at another path.',
    async run(fault, context) {
      const status = await statusOf(context).catch(silentOnRefusal);
      if (status === undefined) return fault;
      if (status === 'active') {
        if (fault.kind === 'permission_missing') return fault;
        const grant = 'Zone:Read or DNS:Read';
        const remedy = 'The token is active: give it the permission and the zones it lacks. Do not rotate it.';
        return refineFault(fault, 'permission_missing', { grant, layer: 'permission or zones of the token' }, remedy);
      }
      const reason = status === 'expired' ? 'expired' : 'revoked';
      const remedy = `Cloudflare calls the token ${status}. Create another one with the same permissions and zones, and put it into CLOUDFLARE_API_TOKEN.`;
      return refineFault(fault, 'credential_rejected', { kind: 'API token', reason }, remedy);
    },
  },
} satisfies Probes<typeof manifest>;

async function statusOf(context: Parameters<typeof openCloudflare>[0]): Promise<string> {
  return (await openCloudflare(context).verifyToken()).result.status;
}

/** A refusal to verify says nothing about the token: one of an account is refused here too. */
function silentOnRefusal(error: unknown): undefined {
  if (error instanceof Fault) return undefined;
  throw error;
}
