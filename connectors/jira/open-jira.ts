/** Which Jira it is: the credential that is set decides, because each of the two takes no other. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import { Fault } from '../../src/core/fault.ts';
import type { JiraClient, JiraContext } from './client.ts';
import { openCloud } from './cloud.ts';
import { openDataCenter } from './data-center.ts';
import { ServerInfo, TenantInfo } from './schema.ts';
import { symptoms } from './symptoms.ts';

/** @throws Fault `not_configured` while the credentials of both are set. */
export function openJira(context: JiraContext): JiraClient {
  return isDataCenter(context) ? openDataCenter(context) : openCloud(context);
}

/** @throws Fault `not_configured` while the credentials of both are set. */
export function isDataCenter({ config }: JiraContext): boolean {
  if (!config.has('JIRA_PERSONAL_ACCESS_TOKEN')) return false;
  const ofCloud = (['JIRA_API_TOKEN', 'JIRA_EMAIL'] as const).find((variable) => config.has(variable));
  if (ofCloud === undefined) return true;
  throw new Fault(
    'not_configured',
    { variable: ofCloud },
    `JIRA_PERSONAL_ACCESS_TOKEN is for Jira Data Center and ${ofCloud} for Jira Cloud, and only one of the two can be read. For Data Center, unset JIRA_API_TOKEN and JIRA_EMAIL; for Cloud, unset JIRA_PERSONAL_ACCESS_TOKEN. To read both, name two sources in RUNNER_SOURCES_FILE.`,
  );
}

/**
 * What the site says to anybody about where it is at api.atlassian.com.
 * https://support.atlassian.com/jira/kb/retrieve-my-atlassian-sites-cloud-id/
 */
export async function readCloudId(context: JiraContext): Promise<string> {
  return (await askAnonymously(context, TenantInfo, '/_edge/tenant_info')).cloudId;
}

/**
 * Which Jira is there, and of what version: both have this at the same path. Some servers tell it only to their accounts.
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-server-info/
 */
export function readServer(context: JiraContext): Promise<z.infer<typeof ServerInfo>> {
  return askAnonymously(context, ServerInfo, '/rest/api/2/serverInfo');
}

async function askAnonymously<S extends z.ZodType>(context: JiraContext, schema: S, path: string): Promise<z.infer<S>> {
  const ask = createAsker(context, { http: context.http('JIRA_URL'), symptoms });
  return (await ask(schema, { method: 'GET', path, access: 'read' })).answer;
}
