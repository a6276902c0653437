/**
 * Lets a message through when its header has an MCP token. The token is for this resource alone, and is refused in an
 * address, where it would be in logs and histories.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem } from '../http/api-problem.ts';
import { asStranger } from '../http/fair-gate.ts';
import { scrubTokens } from '../http/log.ts';
import { checkOrigin } from '../people/check-origin.ts';
import { readBearer, wrongToken } from '../people/person-guard.ts';
import type { AccessTokens, TokenHolder } from '../tokens/access-tokens.ts';
import { metadataPath } from './protected-resource.ts';

export interface AdmitDeps {
  readonly tokens: Pick<AccessTokens, 'authenticate'>;
  readonly publicOrigin: () => string;
}

/** @throws ApiProblem 400 for a query, 403 for a page of another origin, 401 with where to read on. */
export async function admitAssistant(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens, publicOrigin }: AdmitDeps,
): Promise<TokenHolder> {
  const [parameter] = Object.keys(request.query as Record<string, unknown>);
  if (parameter !== undefined) throw inQuery(parameter);
  // Programs send none; a browser does, whatever page it shows.
  if (request.headers.origin !== undefined) checkOrigin(request.headers, publicOrigin());
  const bearer = readBearer(request.headers.authorization);
  const holder = bearer === undefined ? undefined : await asStranger(request, () => tokens.authenticate('mcp', bearer));
  if (holder !== undefined) return holder;
  const error = bearer === undefined ? '' : ', error="invalid_token"';
  const challenge = `Bearer realm="farol", resource_metadata="${publicOrigin()}${metadataPath}"${error}`;
  void reply.header('www-authenticate', challenge);
  throw wrongToken();
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
