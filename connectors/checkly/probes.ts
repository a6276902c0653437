/**
 * What is asked beside a refusal: whose key it is. Checkly refuses a wrong key and a wrong account with the same bare
 * 401, but lists the accounts of a key if the request names none.
 */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { openCheckly } from './client.ts';
import type { manifest } from './manifest.ts';
import type { Account } from './schema.ts';

const variable = 'CHECKLY_ACCOUNT_ID';
/** More would be a page of names. */
const namedAccounts = 5;

export const probes = {
  accounts: {
    tells: 'Whether the key works, and for which accounts.',
    async run(fault, context) {
      const accounts = await openCheckly(context).listAccounts().catch(refusedOrSilent);
      if (accounts === undefined) return fault;
      if (accounts === 'rejected') {
        const remedy =
          'Checkly rejects the key for every account: create another one under User Settings → API Keys, and put it into CHECKLY_API_KEY.';
        return refineFault(fault, 'credential_rejected', { kind: 'API key', reason: 'rejected' }, remedy);
      }
      const configured = context.config.text(variable);
      if (accounts.some(({ id }) => id === configured)) return fault;
      const why = configured === undefined ? 'is not set' : 'names an account that the key does not belong to';
      const remedy = `The key works, and ${variable} ${why}. ${describe(accounts)} Do not rotate the key.`;
      return refineFault(fault, 'not_configured', { variable }, remedy);
    },
  },
} satisfies Probes<typeof manifest>;

function describe(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'Its user is a member of no account: invite the user with the role Read Only.';
  const named = accounts.slice(0, namedAccounts).map(({ id, name }) => `${id} (${name})`);
  const more = accounts.length > namedAccounts ? ' and others' : '';
  return `Set it to one of its accounts: ${named.join(', ')}${more}. To read another, invite the user there with the role Read Only.`;
}

/** Any other refusal says nothing about the key: the list is a beta of Checkly's. */
function refusedOrSilent(error: unknown): 'rejected' | undefined {
  if (!(error instanceof Fault)) throw error;
  const isAboutKey = error.kind === 'credential_rejected' || error.kind === 'not_configured';
  return isAboutKey ? 'rejected' : undefined;
}
