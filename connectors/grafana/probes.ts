/**
 * Calls that tell apart what one answer leaves open. Run by a health check after an ambiguous symptom,
 * never by an operation. Each returns a sharper fault, or the one it was given when it learnt nothing.
 */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { z } from 'zod';
import { type GrafanaContext, openMetrics, statusWithoutCredential } from './client.ts';
import type { manifest } from './manifest.ts';

/** Where the interface lies when an address names only the host: Grafana Cloud's path and Mimir's. */
const usualPrefixes = ['/api/prom', '/prometheus'] as const;

/** What an access policy token says about itself in its middle part. Learnt from tokens, not documented. */
const TokenClaims = z.object({ m: z.object({ r: z.string().min(1) }) });

export const probes = {
  address: {
    tells: 'Whether the interface lies below the address, at the usual paths.',
    async run(fault, context) {
      for (const prefix of usualPrefixes) {
        if (await answersBelow(context, prefix)) {
          const found = `${context.config.url('GRAFANA_METRICS_URL').href.replace(/\/+$/u, '')}${prefix}`;
          return refineFault(
            fault,
            'wrong_endpoint',
            { variable: 'GRAFANA_METRICS_URL', tried: prefix },
            `The interface answers at ${found}: set GRAFANA_METRICS_URL to that.`,
          );
        }
      }
      return fault;
    },
  },

  credential: {
    tells: 'Whether the token belongs to another region than the address. Looks at the token; sends nothing.',
    async run(fault, { config, secrets }) {
      const token = await secrets.read('GRAFANA_METRICS_TOKEN');
      const region = regionOf(token?.reveal() ?? '');
      const { host } = config.url('GRAFANA_METRICS_URL');
      if (region === undefined || !host.endsWith('.grafana.net') || host.includes(region)) return fault;
      return refineFault(
        fault,
        'wrong_endpoint',
        { variable: 'GRAFANA_METRICS_URL', tried: host },
        `The token belongs to the region ${region} and the address to another. Copy the address from the stack of the token. Do not rotate the token.`,
      );
    },
  },

  front: {
    tells: 'Whether the same read is refused without any credential too, by something in front of the backend.',
    async run(fault, context) {
      if ((await statusWithoutCredential(context)) !== 403) return fault;
      return refineFault(
        fault,
        'permission_missing',
        { grant: 'network access', layer: 'allowed IP ranges, proxy or firewall' },
        'Everybody is refused from here, with or without a credential: allow the address this Agent sends from. Do not rotate the token.',
      );
    },
  },
} satisfies Probes<typeof manifest>;

/** A refused credential shows that the interface is there as well as an answer does. */
async function answersBelow(context: GrafanaContext, prefix: string): Promise<boolean> {
  try {
    await openMetrics(context).listLabelNames({}, prefix);
    return true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.kind === 'credential_rejected' || error.kind === 'permission_missing';
  }
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
