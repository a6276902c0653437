/** All kinds of tokens as one list, and the command to paste for those that enrol instances. */
import type { Secret } from '../../core/secret.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { TokenCreated, TokenKind, TokenView } from '../api.ts';
import { ApiProblem } from '../problem.ts';
import type { AccessTokens } from './access-tokens.ts';
import { renderBootstrapCommand } from './bootstrap-command.ts';

interface BootstrapFor {
  readonly organization: string;
  readonly class: InstanceClass;
  readonly name: string;
  readonly createdBy: string;
  readonly expiresInHours: number | undefined;
}

/** Bootstrap tokens belong to enrolment; this is what the list of tokens asks of it. */
export interface BootstrapTokens {
  create(token: BootstrapFor): Promise<{ view: TokenView; value: Secret }>;
  list(organization: string): Promise<TokenView[]>;
  revoke(organization: string, id: string): Promise<boolean>;
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
}

export interface TokenFor {
  readonly organization: { readonly id: string; readonly name: string };
  readonly kind: TokenKind;
  readonly name: string;
  readonly createdBy: string;
  readonly class?: InstanceClass | undefined;
  readonly expires_in_hours?: number | undefined;
}

/** @throws ApiProblem 400 naming `class` when it is missing for a bootstrap token or given for another kind. */
export async function createToken(deps: TokenDeps, token: TokenFor): Promise<TokenCreated> {
  const common = {
    organization: token.organization.id,
    name: token.name,
    createdBy: token.createdBy,
    expiresInHours: token.expires_in_hours,
  };
  if (token.kind !== 'bootstrap') {
    if (token.class !== undefined) throw refuseClass('is for bootstrap tokens only');
    const { view, value } = await deps.access.create({ ...common, kind: token.kind });
    return { token: view, value: value.reveal() };
  }
  if (token.class === undefined) throw refuseClass('is required for a bootstrap token: agent or profiler');
  const { view, value } = await deps.bootstrap.create({ ...common, class: token.class });
  const command = renderBootstrapCommand({
    ...deps.addresses(),
    class: token.class,
    tenant: token.organization.name,
    token: value.reveal(),
  });
  return { token: view, value: value.reveal(), command };
}

/** Newest first. */
export async function listTokens({ access, bootstrap }: TokenDeps, organization: string): Promise<TokenView[]> {
  const tokens = [...(await access.list(organization)), ...(await bootstrap.list(organization))];
  return tokens.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/** False when the organization has no token of this id. */
export async function revokeToken(
  { access, bootstrap }: TokenDeps,
  organization: string,
  id: string,
): Promise<boolean> {
  return (await access.revoke(organization, id)) || bootstrap.revoke(organization, id);
}

function refuseClass(what: string): ApiProblem {
  return new ApiProblem({ status: 400, code: 'invalid_body', field: 'class', message: `class: ${what}.` });
}
