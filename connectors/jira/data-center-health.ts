/** Of Jira Data Center: whose the token is, which server answers, and when the token expires. */
import type { Finding } from '../../src/connector/connector.ts';
import { dayMs, wordTimeLeft } from '../../src/connector/time-left.ts';
import { Fault } from '../../src/core/fault.ts';
import type { JiraContext } from './client.ts';
import { type DataCenterClient, openDataCenter } from './data-center.ts';
import { isOlderThan, oldestRead } from './server-version.ts';
import { useCloudCredential } from './symptoms/data-center.ts';
import { toPerson, toTime } from './ticket.ts';

/** Ends sooner than most people come back from a holiday. */
const endsSoonMs = 14 * dayMs;

export async function checkDataCenter(context: JiraContext): Promise<Finding> {
  const client = openDataCenter(context);
  const who = toPerson(await client.whoAmI())?.name ?? 'an unnamed account';
  const { deploymentType, version } = await client.readServer();
  if (deploymentType === 'Cloud') {
    throw new Fault('not_configured', { variable: 'JIRA_API_TOKEN' }, useCloudCredential);
  }
  const nowMs = context.clock.now();
  const end = await readEnd(client, nowMs);
  const left = typeof end === 'number' ? end - nowMs : undefined;
  const summary = `Signed in as ${who} at Jira Data Center ${version}. ${describeEnd(end, left)}`;
  if (isOlderThan(version, oldestRead)) {
    const remedy = `Have an administrator upgrade Jira to ${oldestRead} or later: what an older one answers was not tried. The token is valid: do not replace it.`;
    return { status: 'degraded', summary, affects: [], remedy };
  }
  if (left === undefined || left >= endsSoonMs) return { status: 'ok', summary };
  const remedy =
    'Sign in as the account, create a token under your profile picture → Profile → Personal Access Tokens, and put it into JIRA_PERSONAL_ACCESS_TOKEN. Then revoke the old one there.';
  return { status: 'degraded', summary, remedy };
}

/**
 * When the last token of the account expires, as milliseconds since 1970: nothing tells which of several is the one
 * that is used, and none is valid for longer. Undefined when one of them does not expire.
 */
async function readEnd(client: DataCenterClient, nowMs: number): Promise<number | 'unread' | undefined> {
  try {
    const tokens = await client.listOwnTokens();
    if (tokens.some(({ expiringAt }) => expiringAt == null)) return undefined;
    // Jira has other ways to accept a bearer token, by apps, whose tokens are not in this list.
    const end = Math.max(...tokens.map(({ expiringAt }) => Date.parse(toTime(expiringAt) ?? '')));
    return end > nowMs ? end : 'unread';
  } catch (error) {
    // Of use, and needed by no operation.
    if (error instanceof Fault) return 'unread';
    throw error;
  }
}

function describeEnd(end: number | 'unread' | undefined, left: number | undefined): string {
  if (end === 'unread') return 'When the token expires could not be read.';
  if (left === undefined) return 'At least one token of the account does not expire.';
  return `The token expires in at most ${wordTimeLeft(left)}.`;
}
