/** All kinds of tokens as one list, and the command to paste for those that enrol instances. */
import type { Secret } from '../../core/secret.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { Doer } from '../acts/record-act.ts';
import type { TokenCreated, TokenKind, TokenView } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { DbTransaction } from '../store/database.ts';
import type { AccessTokens, TokenRotation } from './access-tokens.ts';
import type { Delivery } from '../../core/delivered/delivered-programs.ts';
import { renderEnrolCommands } from './enrol-commands.ts';
import { notRotatable } from './rotate-token.ts';
import { checkScopes } from './token-scopes.ts';

interface BootstrapFor {
  readonly organization: string;
  readonly class: InstanceClass;
  readonly name: string;
  readonly createdBy: string;
  readonly createdById: string | undefined;
  readonly expiresInHours: number | undefined;
  readonly uses: number | undefined;
}

/** Bootstrap tokens belong to enrolment; this is what the list of tokens asks of it. */
export interface BootstrapTokens {
  create(token: BootstrapFor, transaction?: DbTransaction): Promise<{ view: TokenView; value: Secret }>;
  list(organization: string, madeBy?: string): Promise<TokenView[]>;
  revoke(organization: string, id: string, by?: Doer): Promise<boolean>;
}

export interface TokenDeps {
  readonly access: AccessTokens;
  readonly bootstrap: BootstrapTokens;
  /** Where instances enrol; asked late because a free port is known late. */
  readonly addresses: () => {
    readonly enrollUrl: string;
    readonly tunnelUrl: string;
    readonly caPem: string | undefined;
  };
  readonly delivery: Delivery;
}

export interface TokenFor {
  readonly organization: { readonly id: string; readonly name: string };
  readonly kind: TokenKind;
  readonly name: string;
  readonly createdBy: string;
  /** Id of who asked; undefined for the operator of the machine. */
  readonly createdById?: string;
  readonly class?: InstanceClass | undefined;
  readonly expires_in_hours?: number | undefined;
  readonly uses?: number | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** @throws ApiProblem 400 naming `class`, `uses` or `scopes` when it is missing, wrong or given for another kind. */
export async function createToken(
  deps: TokenDeps,
  token: TokenFor,
  transaction?: DbTransaction,
): Promise<TokenCreated> {
  const common = {
    organization: token.organization.id,
    name: token.name,
    createdBy: token.createdBy,
    createdById: token.createdById,
    expiresInHours: token.expires_in_hours,
  };
  const hasScopes = token.kind === 'read' || token.kind === 'mcp' || token.kind === 'incident';
  if (token.scopes !== undefined && !hasScopes) throw refuse('scopes', 'is for read, MCP and incident tokens only');
  if (token.kind !== 'bootstrap') {
    if (token.class !== undefined) throw refuse('class', 'is for bootstrap tokens only');
    if (token.uses !== undefined) throw refuse('uses', 'is for bootstrap tokens only');
    const scopes = checkScopes(token.scopes ?? [], token.kind);
    const { view, value } = await deps.access.create({ ...common, kind: token.kind, scopes }, transaction);
    return { token: view, value: value.reveal() };
  }
  if (token.class === undefined) throw refuse('class', 'is required for a bootstrap token: agent or profiler');
  const bootstrap = { ...common, class: token.class, uses: token.uses };
  const { view, value } = await deps.bootstrap.create(bootstrap, transaction);
  const commands = renderEnrolCommands({
    ...deps.addresses(),
    ...deps.delivery,
    class: token.class,
    tenant: token.organization.name,
    token: value.reveal(),
  });
  return { token: view, value: value.reveal(), commands };
}

type TokenStores = Pick<TokenDeps, 'access' | 'bootstrap'>;

/** Newest first. `madeBy`: only those of this person. */
export async function listTokens(
  { access, bootstrap }: TokenStores,
  organization: string,
  madeBy?: string,
): Promise<TokenView[]> {
  const tokens = [...(await access.list(organization, madeBy)), ...(await bootstrap.list(organization, madeBy))];
  return tokens.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Those that this person made and that work at `now`, newest first. */
export async function listWorkingTokens(
  stores: TokenStores,
  { organization, madeBy, now }: { organization: string; madeBy: string; now: number },
): Promise<TokenView[]> {
  const isOver = ({ revoked_at, expires_at, uses_left }: TokenView): boolean =>
    revoked_at !== undefined || uses_left === 0 || (expires_at !== undefined && Date.parse(expires_at) <= now);
  return (await listTokens(stores, organization, madeBy)).filter((one) => !isOver(one));
}

/** False when the organization has no token of this id. */
export async function revokeToken(
  { access, bootstrap }: TokenStores,
  organization: string,
  { id, by }: { readonly id: string; readonly by?: Doer },
): Promise<boolean> {
  return (await access.revoke(organization, id, by)) || bootstrap.revoke(organization, id, by);
}

/**
 * Undefined when the organization has no token of this id. `holding`: the transaction in which it is rotated, where the
 * caller needs one of its own.
 * @throws ApiProblem 409 for a bootstrap token, one that no longer works, and one that was rotated before.
 */
export async function rotateToken(
  { access, bootstrap }: TokenStores,
  rotation: TokenRotation,
  holding?: <T>(work: (transaction: DbTransaction) => Promise<T>) => Promise<T>,
): Promise<TokenCreated | undefined> {
  const rotated = await (holding?.((transaction) => access.rotate(rotation, transaction)) ?? access.rotate(rotation));
  if (rotated !== undefined) return { token: rotated.view, value: rotated.value.reveal() };
  if ((await bootstrap.list(rotation.organization)).some(({ id }) => id === rotation.id)) throw notRotatable();
  return undefined;
}

function refuse(field: 'class' | 'uses' | 'scopes', what: string): ApiProblem {
  return new ApiProblem({ status: 400, code: 'invalid_body', field, message: `${field}: ${what}.` });
}
