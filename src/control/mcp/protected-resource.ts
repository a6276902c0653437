/** Says what /mcp is and how to authenticate, for clients that were given the address alone (RFC 9728). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sso } from '../people/sso/open-sso.ts';
import { capturesScope } from '../tokens/token-scopes.ts';

export const ProtectedResource = z.strictObject({
  resource: z.string(),
  resource_name: z.string(),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  /** Absent where no identity provider is configured. */
  authorization_servers: z.array(z.string()).optional(),
});

export const mcpPath = '/mcp';
const wellKnown = '/.well-known/oauth-protected-resource';
/** The path of the resource follows that of the document. */
export const metadataPath = `${wellKnown}${mcpPath}`;

export function protectedResourceRoutes(
  app: FastifyInstance,
  { publicOrigin, sso }: { readonly publicOrigin: () => string; readonly sso: Sso | undefined },
): void {
  // Some clients ask without the path.
  for (const url of [metadataPath, wellKnown]) {
    app.route({
      method: 'GET',
      url,
      config: { access: 'public', summary: 'How to authenticate at /mcp (RFC 9728).' },
      schema: { response: { 200: ProtectedResource } },
      handler: (): z.infer<typeof ProtectedResource> => ({
        resource: `${publicOrigin()}${mcpPath}`,
        resource_name: 'Farol',
        bearer_methods_supported: ['header'],
        scopes_supported: [capturesScope],
        ...(sso && { authorization_servers: [sso.settings.issuerText] }),
      }),
    });
  }
}
