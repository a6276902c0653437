/**
 * Calls that tell apart what one answer leaves open. Run by a health check after an ambiguous symptom,
 * never by an operation. Each returns a sharper fault, or the one it was given when it learnt nothing.
 */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import type { Fault } from '../../src/core/fault.ts';
import { z } from 'zod';
import { type Backend, backends, findBackend } from './backends.ts';
import { answersBelow, type GrafanaContext, statusWithoutCredential, tokenFor } from './client.ts';
import type { manifest } from './manifest.ts';

/** What an access policy token says about itself in its middle part. Learnt from tokens, not documented. */
const TokenClaims = z.object({ m: z.object({ r: z.string().min(1) }) });

export const probes = {
  address: {
    tells: 'Whether the API is below the address, at one of the usual paths.',
    async run(fault, context) {
      const backend = backendOf(fault);
      const prefix = await findPrefix(context, backend);
      if (prefix === undefined) return fault;
      const found = `${context.config.url(backend.url).href.replace(/\/+$/u, '')}${prefix}`;
      return refineFault(
        fault,
        'wrong_endpoint',
        { variable: backend.url, tried: prefix },
        `The API is at ${found}: set ${backend.url} to that.`,
      );
    },
  },

  credential: {
    tells: 'Whether the token belongs to another region than the address. Decodes the token; sends nothing.',
    async run(fault, context) {
      const backend = backendOf(fault);
      const token = await tokenFor(context, backend);
      const region = regionOf(token?.reveal() ?? '');
      const { host } = context.config.url(backend.url);
      if (region === undefined || !host.endsWith('.grafana.net') || host.includes(region)) return fault;
      return refineFault(
        fault,
        'wrong_endpoint',
        { variable: backend.url, tried: host },
        `The token belongs to the region ${region}, but the address to another. Copy the address from the stack of the token. Do not rotate the token.`,
      );
    },
  },

  front: {
    tells: 'Whether something in front of the backend refuses the same read without a credential too.',
    async run(fault, context) {
      if ((await statusWithoutCredential(context, backendOf(fault))) !== 403) return fault;
      return refineFault(
        fault,
        'permission_missing',
        { grant: 'network access', layer: 'allowed IP ranges, proxy or firewall' },
        'Every request from here is refused, with or without a credential: allow the address that this Agent sends from. Do not rotate the token.',
      );
    },
  },
} satisfies Probes<typeof manifest>;

/** A fault names the permission, the address or the user of the backend that was asked. */
function backendOf({ data }: Fault): Backend {
  const { grant, variable, kind } = data as { grant?: string; variable?: string; kind?: string };
  const fits = (backend: Backend): boolean =>
    backend.grant === grant ||
    (variable !== undefined && backend.url === variable && backend.probe.prefixes.length > 0) ||
    (kind !== undefined && kind.startsWith(`${backend.user ?? backend.token} `));
  return findBackend(fits) ?? findBackend(({ url }) => url === variable) ?? backends.metrics;
}

async function findPrefix(context: GrafanaContext, backend: Backend): Promise<string | undefined> {
  for (const prefix of backend.probe.prefixes) if (await answersBelow(context, backend, prefix)) return prefix;
  return undefined;
}

function regionOf(token: string): string | undefined {
  if (!token.startsWith('glc_')) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.slice('glc_'.length), 'base64').toString('utf8'));
    return TokenClaims.safeParse(claims).data?.m.r;
  } catch {
    return undefined;
  }
}
