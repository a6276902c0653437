/**
 * `farol token`: makes, lists and revokes tokens on the machine of the control plane. It works on the
 * store itself and asks for no sign-in: a user who reads the data directory has every right already,
 * and a first token must be possible before anybody has signed in, for example in a provisioning
 * script. Everybody else uses the Settings page.
 */
import { operatorExits } from '../../core/exit-codes.ts';
import { printable, printableJson } from '../../core/text/hidden-characters.ts';
import type { EnrolWay, TokenView } from '../../control/api/api.ts';
import { defaultOverlapHours } from '../../control/api/token-bounds.ts';
import type { OperatorStore } from '../../control/operator/operator-store.ts';

export interface StoreOptions {
  readonly dataDir?: string;
  readonly organization?: string;
  readonly json?: true;
}

export interface CreateOptions extends StoreOptions {
  readonly kind: 'capture' | 'read' | 'mcp' | 'incident' | 'bootstrap';
  readonly name: string;
  readonly class?: 'agent' | 'profiler';
  readonly expiresInHours?: number;
  readonly uses?: number;
  readonly scope?: readonly string[];
  readonly on?: EnrolWay;
}

export interface RotateOptions extends StoreOptions {
  readonly overlapHours?: number;
}

const places: Readonly<Record<EnrolWay, string>> = {
  docker: 'To enrol a container, paste on its machine',
  kubernetes: 'To enrol pods, paste where kubectl and helm reach the cluster',
  host: 'To enrol a host without containers, paste as root in the folder of the archive',
  hand: 'To start the program yourself, paste in the unpacked archive',
};

export const createToken = (options: CreateOptions): Promise<void> =>
  withOperatorStore(options, (store) => create(store, options));
export const listTokens = (options: StoreOptions): Promise<void> =>
  withOperatorStore(options, (store) => list(store, options));
export const rotateToken = (id: string, options: RotateOptions): Promise<void> =>
  withOperatorStore(options, (store) => rotate(store, id, options));
export const revokeToken = (id: string, options: StoreOptions): Promise<void> =>
  withOperatorStore(options, (store) => revoke(store, id));

async function withOperatorStore(options: StoreOptions, run: (store: OperatorStore) => Promise<void>): Promise<void> {
  const { openOperatorStore } = await import('../../control/operator/operator-store.ts');
  const { tellOperator } = await import('../../control/operator/operator-problem.ts');
  try {
    const store = await openOperatorStore({
      ...process.env,
      ...(options.dataDir !== undefined && { FAROL_DATA_DIR: options.dataDir }),
      ...(options.organization !== undefined && { FAROL_ORGANIZATION: options.organization }),
    });
    try {
      await run(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    printNote(tellOperator(error));
    process.exitCode = operatorExits.refused.code;
  }
}

async function create(store: OperatorStore, options: CreateOptions): Promise<void> {
  const created = await store.createToken({
    kind: options.kind,
    name: options.name,
    ...(options.class !== undefined && { class: options.class }),
    ...(options.expiresInHours !== undefined && { expires_in_hours: options.expiresInHours }),
    ...(options.uses !== undefined && { uses: options.uses }),
    ...(options.scope !== undefined && { scopes: options.scope }),
  });
  if (options.json === true) {
    printLine(printableJson(JSON.stringify(created)));
    return;
  }
  // The value alone goes to standard output, so that it can be stored without being shown.
  printNote(`${describe(created.token)}\nIts value is shown only once:`);
  printLine(created.value);
  for (const { way, command } of created.commands ?? []) {
    if (options.on === undefined || options.on === way) printNote(`\n${places[way]}:\n\n${command}`);
  }
}

async function list(store: OperatorStore, { json }: StoreOptions): Promise<void> {
  const tokens = await store.listTokens();
  if (json === true) printLine(printableJson(JSON.stringify({ tokens })));
  else for (const token of tokens) printLine(describe(token));
}

async function revoke(store: OperatorStore, id: string): Promise<void> {
  if (await store.revokeToken(id)) {
    printNote(`${id} is revoked.`);
    const former = (await store.listTokens()).find((one) => one.replaced_by === id && stillWorks(one));
    if (former !== undefined) {
      const until = former.expires_at === undefined ? '' : ` until ${former.expires_at}`;
      printNote(`${former.id}, which it replaced, still works${until}. Revoke it too to end both.`);
    }
    return;
  }
  noToken(id);
}

async function rotate(store: OperatorStore, id: string, { overlapHours, json }: RotateOptions): Promise<void> {
  const hours = overlapHours ?? defaultOverlapHours;
  const rotated = await store.rotateToken(id, hours);
  if (rotated === undefined) {
    noToken(id);
    return;
  }
  if (json === true) {
    printLine(printableJson(JSON.stringify(rotated)));
    return;
  }
  printNote(
    `${describe(rotated.token)}\nThe former value ${hours === 0 ? 'no longer works' : `works for ${hours} h`}.`,
  );
  printNote('The new value is shown only once:');
  printLine(rotated.value);
}

function stillWorks({ revoked_at, expires_at }: TokenView): boolean {
  return revoked_at === undefined && (expires_at === undefined || Date.parse(expires_at) > Date.now());
}

function noToken(id: string): void {
  printNote(`There is no token ${id}. \`farol token list\` shows the ids.`);
  process.exitCode = operatorExits.refused.code;
}

function describe(token: TokenView): string {
  const more = token.class ?? token.scopes?.join(', ');
  const kind = more === undefined ? token.kind : `${token.kind} (${more})`;
  const state = stateOf(token);
  // An earlier version accepted every character in a name.
  return printable(
    `${token.id}  ${token.starts_with ?? '–'}…  ${kind}  "${token.name}"  by ${token.created_by}  ${token.created_at}  ${state}`,
  );
}

function stateOf(token: TokenView): string {
  if (token.revoked_at !== undefined) return `revoked ${token.revoked_at}`;
  const facts = [token.last_used_at === undefined ? 'never used' : `last used ${token.last_used_at}`];
  if (token.uses_left !== undefined) facts.push(`uses left ${token.uses_left}`);
  if (token.replaced_by !== undefined) facts.push(`replaced by ${token.replaced_by}`);
  if (token.expires_at !== undefined) facts.push(`expires ${token.expires_at}`);
  return facts.join(', ');
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}
