/** Calls that tell apart what one answer leaves open. Both ask the site what it tells anybody, without the credential. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { isGateway } from './address.ts';
import { readCloudId } from './client.ts';
import type { manifest } from './manifest.ts';

export const probes = {
  address: {
    tells:
      'The address at which a token with scopes is taken. Nobody can tell such a token from one without by its looks.',
    async run(fault, context) {
      if (isGateway(context.config.url('JIRA_URL')) || !('reason' in fault.data)) return fault;
      const address = `https://api.atlassian.com/ex/jira/${await readCloudId(context)}`;
      return refineFault(
        fault,
        'credential_rejected',
        fault.data,
        `If the token has scopes, set JIRA_URL to ${address}. Else the token was revoked, has ended, or belongs to another account than JIRA_EMAIL: create one under id.atlassian.com → Security → API tokens.`,
      );
    },
  },

  front: {
    tells: 'Whether the site refuses everybody from here, or only this account.',
    async run(fault, context) {
      if (isGateway(context.config.url('JIRA_URL'))) return fault;
      const isOpen = await isSiteOpen(context);
      return isOpen
        ? refineFault(
            fault,
            'permission_missing',
            { grant: 'access to Jira', layer: 'site' },
            'The site answers, and refuses this account: give it access to Jira (admin.atlassian.com → Directory → Users). Do not rotate the token.',
          )
        : refineFault(
            fault,
            'permission_missing',
            { grant: 'network access', layer: 'IP allowlist, proxy or firewall' },
            'Everybody is refused from here, with or without a credential: allow the address this Agent sends from (admin.atlassian.com → Security → IP allowlists). Do not rotate the token.',
          );
    },
  },
} satisfies Probes<typeof manifest>;

async function isSiteOpen(context: Parameters<typeof readCloudId>[0]): Promise<boolean> {
  try {
    await readCloudId(context);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'permission_missing') return false;
    throw error;
  }
}
