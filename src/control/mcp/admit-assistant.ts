/**
 * Lets a message through when its header has an MCP token, or an access token of the identity provider. The token is for this resource alone, and is refused in an
 * address, where it would be in logs and histories.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem } from '../problem/api-problem.ts';
import { identify } from '../peers/fair-gate.ts';
import { scrubTokens } from '../tokens/token-text.ts';
import { checkOrigin, readBearer, wrongToken } from '../http/person-guard.ts';
import { isJwtShaped, type AccessTokenHolder } from '../people/sso/access-token-reader.ts';
import type { Sso } from '../people/sso/open-sso.ts';
import type { AccessTokens, TokenHolder } from '../tokens/access-tokens.ts';
import { mcpPath, metadataPath } from './protected-resource.ts';
import { asToken, type Asker } from '../people/asker.ts';
import { readsScope } from '../tokens/token-scopes.ts';

export interface AdmitDeps {
  readonly tokens: Pick<AccessTokens, 'authenticate'>;
  /** Undefined where no identity provider is configured. */
  readonly sso: Sso | undefined;
  readonly publicOrigin: () => string;
}

/** @throws ApiProblem 400 for a query, 403 for a page of another origin, 401 with where to read on, 503 when the identity provider does not answer. */
export async function admitAssistant(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AdmitDeps,
): Promise<Assistant> {
  const { publicOrigin } = deps;
  const [parameter] = Object.keys(request.query as Record<string, unknown>);
  if (parameter !== undefined) throw inQuery(parameter);
  // Programs send none; a browser does, whatever page it shows.
  if (request.headers.origin !== undefined) checkOrigin(request.headers, publicOrigin());
  const bearer = readBearer(request.headers.authorization);
  const holder = bearer === undefined ? undefined : await authenticate(bearer, request, deps);
  if (holder !== undefined) return holder;
  const error = bearer === undefined ? '' : ', error="invalid_token"';
  const challenge = `Bearer realm="farol", resource_metadata="${publicOrigin()}${metadataPath}"${error}`;
  void reply.header('www-authenticate', challenge);
  throw wrongToken();
}

/** A token of our own, or one of the provider for this address. */
async function authenticate(
  bearer: string,
  request: FastifyRequest,
  { tokens, sso, publicOrigin }: AdmitDeps,
): Promise<Assistant | undefined> {
  if (!isJwtShaped(bearer)) {
    return identify(
      request,
      () => tokens.authenticate('mcp', bearer),
      ({ id }) => id,
    );
  }
  const found = await sso?.accessTokens.authenticate(bearer, `${publicOrigin()}${mcpPath}`);
  if (found !== undefined) request.server.proved(request, found.person.id);
  return found && asAssistant(found);
}

function inQuery(parameter: string): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'invalid_query',
    field: scrubTokens(parameter.slice(0, 120)),
    message:
      'This address accepts no query. Send the token in the header Authorization: Bearer, and revoke one that was sent in an address.',
  });
}

/** The holder of a token of ours, or a person with a token of the identity provider. `isPerson`: id and name are those of a person. */
export interface Assistant extends TokenHolder {
  readonly isPerson?: true;
}

export function asAssistant({ person, organization, scopes }: AccessTokenHolder): Assistant {
  return { id: person.id, name: person.name, organization, scopes, isPerson: true };
}

/** Asks every read and no write: an owner whose assistant asks is a member here. */
export function askerOfAssistant({ isPerson, ...holder }: Assistant): Asker {
  const { id, name, organization, scopes } = holder;
  if (isPerson === true) return { type: 'person', id, name, organization, role: 'member' };
  return asToken({ ...holder, scopes: [...scopes, readsScope] });
}
