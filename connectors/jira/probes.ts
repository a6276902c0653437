/** Calls that tell apart what one answer leaves open. All ask the site what it tells anybody, without the credential. */
import { type Probes, refineFault, symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { isGateway } from './address.ts';
import type { JiraContext } from './client.ts';
import type { manifest } from './manifest.ts';
import { readCloudId, readServer } from './open-jira.ts';
import { isOlderThan, oldestRead, oldestWithTokens } from './server-version.ts';
import { useDataCenterCredential } from './symptoms/cloud.ts';
import { noJiraThere, useCloudCredential } from './symptoms/data-center.ts';

export const probes = {
  address: {
    tells:
      'The address at which a token with scopes or an OAuth access token is accepted. A token with scopes looks the same as one without.',
    async run(fault, context) {
      if (!context.config.has('JIRA_EMAIL')) return judgeBearer(fault, context);
      if (isGateway(context.config.url('JIRA_URL')) || !('reason' in fault.data)) return fault;
      const cloudId = await readCloudId(context).catch(whereNothingIs);
      if (cloudId === undefined) return judgeProduct(fault, context);
      return refineFault(
        fault,
        'credential_rejected',
        fault.data,
        `First check whether the token was created with scopes: if so, set JIRA_URL to ${gatewayOf(cloudId)}. If not, then compare JIRA_EMAIL with the account of the token; if they agree, the token was revoked or has expired: create one under id.atlassian.com → Security → API tokens.`,
      );
    },
  },

  product: {
    tells: 'Whether Jira Data Center answers at JIRA_URL, or no Jira at all.',
    run: judgeProduct,
  },

  server: {
    tells: 'Which Jira answers at JIRA_URL, and of what version, or no Jira at all.',
    run: judgeServer,
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
    const cloudId = await readCloudId(context).catch(whereNothingIs);
    if (cloudId === undefined) return judgeProduct(fault, context);
    const remedy = `Set JIRA_URL to ${gatewayOf(cloudId)}: an OAuth access token is accepted only there. Do not rotate the token.`;
    return refineFault(fault, 'wrong_endpoint', { variable: 'JIRA_URL', tried: 'an access token at a site' }, remedy);
  }
  // A service account may send its API token alone to the gateway, so that there the address need not be what is missing.
  if (isAtGateway) return fault;
  const remedy =
    'JIRA_API_TOKEN does not begin like an OAuth access token, so it is an API token: set JIRA_EMAIL to the address of its account. Do not rotate the token.';
  return refineFault(fault, 'not_configured', { variable: 'JIRA_EMAIL' }, remedy);
}

/** Where the credential is one of Cloud. */
async function judgeProduct(fault: Fault, context: JiraContext): Promise<Fault> {
  const server = await readServer(context).catch(whereNothingIs);
  if (server?.deploymentType === 'Cloud') return fault;
  if (server !== undefined) {
    return refineFault(fault, 'not_configured', { variable: 'JIRA_PERSONAL_ACCESS_TOKEN' }, useDataCenterCredential);
  }
  const remedy = 'No Jira answers at JIRA_URL: set JIRA_URL to https://<site>.atlassian.net, a site of Jira Cloud.';
  return refineFault(fault, 'wrong_endpoint', { variable: 'JIRA_URL', tried: triedIn(fault) }, remedy);
}

/** Where the credential is one of Data Center. */
async function judgeServer(fault: Fault, context: JiraContext): Promise<Fault> {
  const server = await readServer(context).catch(whereNothingIs);
  if (server === undefined) {
    return refineFault(fault, 'wrong_endpoint', { variable: 'JIRA_URL', tried: triedIn(fault) }, noJiraThere);
  }
  if (server.deploymentType === 'Cloud') {
    return refineFault(fault, 'not_configured', { variable: 'JIRA_API_TOKEN' }, useCloudCredential);
  }
  if (!isOlderThan(server.version, oldestWithTokens)) return fault;
  const remedy = `Jira ${server.version} answers at JIRA_URL, and personal access tokens exist since ${oldestWithTokens}: have its administrator upgrade Jira to ${oldestRead} or later. Do not replace the token.`;
  return refineFault(fault, 'feature_disabled', { feature: 'personal access tokens' }, remedy);
}

function triedIn({ data }: Fault): string {
  return 'tried' in data ? data.tried : '/rest/api/2/serverInfo';
}

function gatewayOf(cloudId: string): string {
  return `https://api.atlassian.com/ex/jira/${cloudId}`;
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

const elsewhere: ReadonlySet<string> = new Set(['wrong_endpoint', 'upstream_changed', 'not_found_or_hidden']);

/** An answer that is not that of the Jira which was asked for; any other failure says nothing. */
function whereNothingIs(error: unknown): undefined {
  const isOfOther = error instanceof Fault && symptomOf(error)?.id === 'data_center';
  if (isOfOther || (error instanceof Fault && elsewhere.has(error.kind))) return undefined;
  throw error;
}
