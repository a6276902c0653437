/** The only list of connectors, sorted. Manifests are data and loaded at once; code is loaded at its first use. */
import type { RegisteredConnector } from '../src/connector/connector.ts';
import { manifest as aws } from './aws/manifest.ts';
import { manifest as eks } from './eks/manifest.ts';
import { manifest as gcp } from './gcp/manifest.ts';
import { manifest as grafana } from './grafana/manifest.ts';

export const registry: readonly RegisteredConnector[] = [
  { manifest: aws, load: async () => (await import('./aws/connector.ts')).connector },
  { manifest: eks, load: async () => (await import('./eks/connector.ts')).connector },
  { manifest: gcp, load: async () => (await import('./gcp/connector.ts')).connector },
  { manifest: grafana, load: async () => (await import('./grafana/connector.ts')).connector },
];
