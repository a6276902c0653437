/** Calls that tell apart what one answer leaves open. All ask the site what it tells anybody, without the credential. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { isGateway } from './address.ts';
import { type JiraContext, readCloudId, readServer } from './client.ts';
import type { manifest } from './manifest.ts';

export const probes = {
  address: {
    tells:
      'The address at which a token with scopes or an OAuth access token is accepted. A token with scopes looks the same as one without.',
    async run(fault, context) {
      if (!context.config.has('JIRA_EMAIL')) return judgeBearer(fault, context);
      if (isGateway(context.config.url('JIRA_URL')) || !('reason' in fault.data)) return fault;
      return refineFault(
        fault,
        'credential_rejected',
        fault.data,
        `First check whether the token was created with scopes: if so, set JIRA_URL to ${await gatewayOf(context)}. If not, then compare JIRA_EMAIL with the account of the token; if they agree, the token was revoked or has expired: create one under id.atlassian.com → Security → API tokens.`,
      );
    },
  },

  product: {
    tells: 'Whether Jira Data Center answers at JIRA_URL, or no Jira at all.',
    async run(fault, context) {
      if (!('tried' in fault.data)) return fault;
      const server = await readServer(context).catch(whereNothingIs);
      if (server?.deploymentType === 'Cloud') return fault;
      const found =
        server === undefined
          ? 'No Jira answers at JIRA_URL'
          : `Jira Data Center ${server.version} answers at JIRA_URL, which this connector does not support`;
      const remedy = `${found}: set JIRA_URL to https://<site>.atlassian.net, a site of Jira Cloud.`;
      return refineFault(fault, 'wrong_endpoint', fault.data, remedy);
    },
  },

  front: {
    tells: 'Whether the site refuses every request from this network, or only this account.',
    async run(fault, context) {
      if (isGateway(context.config.url('JIRA_URL'))) return fault;
      const isOpen = await isSiteOpen(context);
      return isOpen
        ? refineFault(
            fault,
            'permission_missing',
            { grant: 'access to Jira', layer: 'site' },
            'The site answers but refuses this account: give it access to Jira (admin.atlassian.com → Directory → Users). Do not rotate the token.',
          )
        : refineFault(
            fault,
            'permission_missing',
            { grant: 'network access', layer: 'IP allowlist, proxy or firewall' },
            'Every request from here is refused, with or without a credential: allow the address that this Agent sends from (admin.atlassian.com → Security → IP allowlists). Do not rotate the token.',
          );
    },
  },
} satisfies Probes<typeof manifest>;

/** A token that is sent alone: an OAuth access token shows itself by how it begins. */
async function judgeBearer(fault: Fault, context: JiraContext): Promise<Fault> {
  const token = await context.secrets.read('JIRA_API_TOKEN');
  const isAccessToken = token?.reveal().startsWith('eyJ') ?? false;
  const isAtGateway = isGateway(context.config.url('JIRA_URL'));
  if (isAccessToken && isAtGateway) {
    const remedy =
      'The access token has expired (it is valid for an hour) or was revoked: check why JIRA_API_TOKEN is no longer renewed.';
    return refineFault(fault, 'credential_rejected', { kind: 'access token', reason: 'rejected' }, remedy);
  }
  if (isAccessToken) {
    const remedy = `Set JIRA_URL to ${await gatewayOf(context)}: an OAuth access token is accepted only there. Do not rotate the token.`;
    return refineFault(fault, 'wrong_endpoint', { variable: 'JIRA_URL', tried: 'an access token at a site' }, remedy);
  }
  // A service account may send its API token alone to the gateway, so that there the address need not be what is missing.
  if (isAtGateway) return fault;
  const remedy =
    'JIRA_API_TOKEN does not begin like an OAuth access token, so it is an API token: set JIRA_EMAIL to the address of its account. Do not rotate the token.';
  return refineFault(fault, 'not_configured', { variable: 'JIRA_EMAIL' }, remedy);
}

async function gatewayOf(context: JiraContext): Promise<string> {
  return `https://api.atlassian.com/ex/jira/${await readCloudId(context)}`;
}

async function isSiteOpen(context: JiraContext): Promise<boolean> {
  try {
    await readCloudId(context);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'permission_missing') return false;
    throw error;
  }
}

/** An answer that is no Jira's; any other failure says nothing. */
function whereNothingIs(error: unknown): undefined {
  const isElsewhere = error instanceof Fault && (error.kind === 'wrong_endpoint' || error.kind === 'upstream_changed');
  if (!isElsewhere) throw error;
}
