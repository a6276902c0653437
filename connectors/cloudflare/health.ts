/** The checks do what the operations do; verifying comes last, because a token of an account fails it and works. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { dayMs, wordTimeLeft } from '../../src/connector/time-left.ts';
import { Fault } from '../../src/core/fault.ts';
import { type CloudflareClient, type CloudflareContext, openCloudflare } from './client.ts';
import type { manifest } from './manifest.ts';

const soonDays = 14;
const few = { page: 1, perPage: 5 };

const giveZones =
  'Add the zones to be read under Zone Resources of the token, on its page under API Tokens. Its permissions are not the cause.';

export const checks = {
  api_token: {
    async run(context) {
      const verified = await verify(openCloudflare(context));
      if (verified === undefined) return unverified();
      const { status, expires_on: ends } = verified.result;
      if (status !== 'active') throw ended(status);
      return ends === undefined
        ? { status: 'ok', summary: 'The token is active and does not expire: you have to rotate it yourself.' }
        : endingIn(Date.parse(ends) - context.clock.now());
    },
  },

  zones_read: {
    async run(context) {
      const { result_info: info } = await openCloudflare(context).listZones(few);
      if (info.total_count === 0) return withoutZones(['Zone:Read']);
      const summary = `${info.total_count} ${info.total_count === 1 ? 'zone is' : 'zones are'} visible.`;
      return { status: 'ok', summary, held: ['Zone:Read'] };
    },
  },

  records_read: {
    async run(context: CloudflareContext) {
      const client = openCloudflare(context);
      const [zone] = (await client.listZones(few)).result;
      if (zone === undefined) return withoutZones([]);
      await client.listRecords(zone.id, few);
      return { status: 'ok', summary: `Records of ${zone.name} can be listed.`, held: ['DNS:Read'] };
    },
  },
} satisfies Checks<typeof manifest>;

type Verified = Awaited<ReturnType<CloudflareClient['verifyToken']>>;

/** Undefined for a token that reads and is known neither as one of a person nor as one of the account of its zones. */
async function verify(client: CloudflareClient): Promise<Verified | undefined> {
  try {
    return await client.verifyToken();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  // Refused here is also a token of an account: reading decides, and tells the account.
  const account = (await client.listZones(few)).result[0]?.account?.id;
  if (account === undefined) return undefined;
  try {
    return await client.verifyToken(account);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  const refusals = ['credential_rejected', 'permission_missing', 'not_found_or_hidden'];
  return error instanceof Fault && refusals.includes(error.kind);
}

function unverified(): Finding {
  return {
    status: 'ok',
    summary: 'The token can read. Its expiry is unknown: the token may not use the path that returns it.',
  };
}

function ended(status: string): Fault {
  const reason = status === 'expired' ? 'expired' : 'revoked';
  const remedy = `Cloudflare calls the token ${status}. Create another one with the same permissions and zones, and put it into CLOUDFLARE_API_TOKEN.`;
  return new Fault('credential_rejected', { kind: 'API token', reason }, remedy);
}

function endingIn(leftMs: number): Finding {
  const summary = `The token is active and expires in ${wordTimeLeft(leftMs)}.`;
  if (leftMs >= soonDays * dayMs) return { status: 'ok', summary };
  const remedy =
    'Create a new token with the same permissions and zones before that, and put it into CLOUDFLARE_API_TOKEN.';
  return { status: 'degraded', summary, affects: [], remedy };
}

/** An empty list is no refusal, but nothing can be read. */
function withoutZones(held: readonly string[]): Finding {
  return {
    status: 'degraded',
    summary: 'The token is accepted but sees no zone.',
    fault: new Fault('not_found_or_hidden', { what: 'any zone' }, giveZones),
    held,
    remedy: giveZones,
  };
}
