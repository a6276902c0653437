/**
 * `farol sources accounts`: the accounts of an organization of AWS as entries for a sources file. Asks through the
 * gate of the Agent, and changes nothing.
 *
 * Exit codes: 0 done, 1 a fault, 2 wrong usage or configuration.
 */
import { z } from 'zod';
import type { LocalAgent } from '../../agent/boot/local-agent.ts';
import type { ConnectorSetup } from '../../agent/connectors/connector-setup.ts';
import { printableJson } from '../../core/text/hidden-characters.ts';
import { AssumeForm, TrustForm } from '../../policy/role-forms.ts';
import { readSecretForm } from '../../secrets/secret-reference.ts';
import { buildAccountEntries } from './account-entries.ts';
import { exitCodes, printLine, printNote, WrongUsage } from './end-with.ts';
import { type AnswerFault, printFault, runLocally } from './run-locally.ts';

interface AccountsOptions {
  readonly source: string;
  readonly role: string;
  readonly externalId?: string;
}

const Caller = z.object({ accountId: z.string(), principal: z.string() });
const Listed = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string(), state: z.string() })) });

export function listAccountSources(options: AccountsOptions): Promise<void> {
  return runLocally('sources', {}, async ({ agent, signal }) => {
    const { sources } = agent.settings;
    const setup = sources.find(({ setup: one }) => one.source === options.source)?.setup;
    if (setup?.manifest.id !== 'aws') {
      const names = sources.filter(({ setup: one }) => one.manifest.id === 'aws').map(({ setup: one }) => one.source);
      throw new WrongUsage(`There is no source of AWS of that name. Sources of AWS: ${names.join(', ')}.`);
    }
    const { role, externalId } = parse(options);
    const found = await read(agent, setup.source, signal);
    if ('fault' in found) {
      printFault(found.fault);
      return exitCodes.fault;
    }
    const { settings, hidden } = readRepeatable(agent, setup);
    const { sources: entries, left } = buildAccountEntries({
      accounts: found.accounts,
      settings,
      partition: found.caller.principal.split(':')[1] ?? '',
      role,
      externalId,
      taken: sources.map(({ setup: one }) => one.source),
      read: [found.caller.accountId, ...sources.flatMap(({ setup: one }) => accountOf(one))],
    });
    printLine(printableJson(JSON.stringify({ sources: entries }, undefined, 2)));
    for (const one of left) printNote(`Left out: ${one}`);
    for (const one of hidden) {
      printNote(
        `${one} is a value and is not repeated: put it into a file or a secret store, and name that in each entry.`,
      );
    }
    return exitCodes.done;
  });
}

function parse({ role, externalId }: AccountsOptions): Pick<AccountsOptions, 'role' | 'externalId'> {
  const isRole = AssumeForm.safeParse({ role: [`arn:aws:iam::111122223333:role/${role}`] }).success;
  if (!isRole) throw new WrongUsage('--role: must be the name of a role, with its path if it has one.');
  const { error } = TrustForm.safeParse(externalId === undefined ? {} : { externalId });
  if (error !== undefined) throw new WrongUsage(`--external-id: ${error.issues[0]?.message ?? ''}.`);
  return { role, ...(externalId !== undefined && { externalId }) };
}

type Found =
  | { readonly caller: z.infer<typeof Caller>; readonly accounts: z.infer<typeof Listed>['accounts'] }
  | { fault: AnswerFault };

async function read(agent: LocalAgent, source: string, signal: AbortSignal): Promise<Found> {
  const caller = await agent.run({ operation: 'identity.whoAmI', args: {}, source }, signal);
  if (!caller.ok) return { fault: caller.fault };
  const accounts: z.infer<typeof Listed>['accounts'] = [];
  let cursor: string | undefined;
  do {
    const args = cursor === undefined ? {} : { cursor };
    const page = await agent.run({ operation: 'identity.listAccounts', args, source }, signal);
    if (!page.ok) return { fault: page.fault };
    if (!page.result.complete && page.result.because !== undefined) printNote(page.result.because);
    accounts.push(...Listed.parse(page.result.data).accounts);
    cursor = page.result.nextCursor;
  } while (cursor !== undefined);
  return { caller: Caller.parse(caller.result.data), accounts };
}

/** As the sources file or the environment spells them. A secret that is given as it is, is not repeated. */
function readRepeatable({ settings: { named } }: LocalAgent, { source, manifest }: ConnectorSetup) {
  const given = named.find(({ name }) => name === source)?.settings ?? process.env;
  const hidden: string[] = [];
  const settings: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(manifest.config)) {
    const isValue = kind === 'secret' && readSecretForm(name, given, []).form === 'value';
    if (isValue) hidden.push(name);
    for (const one of isValue ? [] : [name, ...(kind === 'secret' ? [`${name}_FILE`] : [])]) {
      const value = given[one];
      if (value !== undefined && value !== '') settings[one] = value;
    }
  }
  return { settings, hidden };
}

function accountOf({ texts }: ConnectorSetup): string[] {
  const role = texts.get('AWS_ASSUME_ROLE_ARN');
  return role === undefined ? [] : [role.split(':')[4] ?? ''];
}
