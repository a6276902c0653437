/** The only list of connectors, sorted. Manifests are data and loaded at once; code is loaded at its first use. */
import type { RegisteredConnector } from '../src/connector/connector.ts';
import { manifest as amplitude } from './amplitude/manifest.ts';
import { manifest as argocd } from './argocd/manifest.ts';
import { manifest as aws } from './aws/manifest.ts';
import { manifest as azion } from './azion/manifest.ts';
import { manifest as checkly } from './checkly/manifest.ts';
import { manifest as cloudflare } from './cloudflare/manifest.ts';
import { manifest as datadog } from './datadog/manifest.ts';
import { manifest as eks } from './eks/manifest.ts';
import { manifest as gcp } from './gcp/manifest.ts';
import { manifest as github } from './github/manifest.ts';
import { manifest as grafana } from './grafana/manifest.ts';
import { manifest as jira } from './jira/manifest.ts';
import { manifest as kubernetes } from './kubernetes/manifest.ts';
import { manifest as mongodb } from './mongodb/manifest.ts';
import { manifest as slack } from './slack/manifest.ts';
import { manifest as sonarqube } from './sonarqube/manifest.ts';
import { manifest as vercel } from './vercel/manifest.ts';

export const registry: readonly RegisteredConnector[] = [
  { manifest: amplitude, load: async () => (await import('./amplitude/connector.ts')).connector },
  { manifest: argocd, load: async () => (await import('./argocd/connector.ts')).connector },
  { manifest: aws, load: async () => (await import('./aws/connector.ts')).connector },
  { manifest: azion, load: async () => (await import('./azion/connector.ts')).connector },
  { manifest: checkly, load: async () => (await import('./checkly/connector.ts')).connector },
  { manifest: cloudflare, load: async () => (await import('./cloudflare/connector.ts')).connector },
  { manifest: datadog, load: async () => (await import('./datadog/connector.ts')).connector },
  { manifest: eks, load: async () => (await import('./eks/connector.ts')).connector },
  { manifest: gcp, load: async () => (await import('./gcp/connector.ts')).connector },
  { manifest: github, load: async () => (await import('./github/connector.ts')).connector },
  { manifest: grafana, load: async () => (await import('./grafana/connector.ts')).connector },
  { manifest: jira, load: async () => (await import('./jira/connector.ts')).connector },
  { manifest: kubernetes, load: async () => (await import('./kubernetes/connector.ts')).connector },
  { manifest: mongodb, load: async () => (await import('./mongodb/connector.ts')).connector },
  { manifest: slack, load: async () => (await import('./slack/connector.ts')).connector },
  { manifest: sonarqube, load: async () => (await import('./sonarqube/connector.ts')).connector },
  { manifest: vercel, load: async () => (await import('./vercel/connector.ts')).connector },
];
