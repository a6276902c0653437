/** A context of the AWS connector's own kind, with its real host, for tests of single questions. */
import type { AwsContext } from '../access/context.ts';
import { credentialVariables, reach } from '../access/variables.ts';
import { ConnectorHost, type OpenedContext } from '../../../src/agent/connectors/connector-host.ts';
import { readConnectorSetup } from '../../../src/agent/connectors/connector-setup.ts';
import type { Manifest, UpstreamCall } from '../../../src/connector/manifest.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { createLog } from '../../../src/core/log.ts';
import { createAgents } from '../../../src/core/network-agent.ts';
import { Redactor } from '../../../src/core/redact.ts';

/** Keys of the vendor's own documentation. */
export const awsVariables = {
  RUNNER_AWS_CRED_MODE: 'static',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  AWS_REGIONS: 'eu-west-1,us-east-1',
} as const;

export function contextFor(
  url: string,
  calls: readonly UpstreamCall[],
  changed: Readonly<Record<string, string | undefined>> = {},
): Omit<OpenedContext, 'context'> & { readonly context: AwsContext } {
  const manifest = {
    id: 'aws',
    title: 'AWS',
    summary: 'AWS.',
    vendorDocs: 'https://docs.aws.amazon.com/',
    config: credentialVariables,
    credentials: [],
    grants: {},
    forbidden: [],
    operations: {},
    checks: {},
    limits: { upstreamCalls: 20, totalMs: 5000, responseBytes: 8 << 20 },
    reach,
    signIn: ['sts:AssumeRoleWithWebIdentity', 'sts:AssumeRole'],
  } satisfies Manifest;
  const redactor = new Redactor();
  const host = new ConnectorHost(
    { manifest, load: () => Promise.reject(new Error('only its context is used')) },
    readConnectorSetup(manifest, { ...awsVariables, AWS_URL: url, ...changed }, redactor),
    {
      agents: createAgents({ env: {} }),
      clock: systemClock,
      random: { next: () => 0 },
      log: createLog('agent', { redactor, destination: { write: () => undefined } }),
      redactor,
      limits: { concurrentCalls: 4, operationsPerMinute: 1000 },
    },
  );
  const opened = host.openContext(calls, new AbortController().signal);
  return { ...opened, context: opened.context };
}
