/**
 * Enrols pods by the chart, each class in a namespace of its own: that of the Profiler allows privileged pods. The token
 * is in a Secret and never in a value.
 */
import { chartFile, deliveredPrograms, imageRegistry } from '../../core/delivered/delivered-programs.ts';
import { type EnrolTarget, heredoc } from './enrol-target.ts';

/** What pods of the namespace may be. */
const enforced = 'pod-security.kubernetes.io/enforce';

export function renderOnKubernetes(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const [tokenSecret, caSecret] = [`${name}-bootstrap`, `${name}-ca`];
  const isProfiler = target.class === 'profiler';
  const values = {
    registry: imageRegistry(target),
    // Images that were loaded on the nodes have a tag, and not the digests of the chart.
    ...(target.registry === undefined && { image: { digests: { [target.class]: '' }, pullPolicy: 'Never' } }),
    organization: target.tenant,
    controlPlane: { enabled: false },
    connection: {
      enrollUrl: target.enrollUrl,
      tunnelUrl: target.tunnelUrl,
      ...(target.caPem !== undefined && { ca: { secret: caSecret } }),
    },
    agent: isProfiler ? { enabled: false } : { enabled: true, bootstrapToken: { secret: tokenSecret } },
    profiler: isProfiler
      ? { enabled: true, bootstrapToken: { secret: tokenSecret }, targets: [{ workload: 'PROCESS' }] }
      : { enabled: false },
  };
  const documents = [
    renderYaml({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { [enforced]: isProfiler ? 'privileged' : 'restricted' } },
    }),
    renderSecret(name, tokenSecret, { token: target.token }),
    ...(target.caPem === undefined ? [] : [renderSecret(name, caSecret, { 'ca.pem': target.caPem })]),
  ];
  const release = `helm upgrade --install farol ${chartFile(target)} --namespace ${name}`;
  return [
    ...heredoc('kubectl apply --filename -', documents.join('\n---\n')),
    ...heredoc(`${release} --values -`, renderYaml(values)),
  ].join('\n');
}

function renderSecret(namespace: string, name: string, stringData: Readonly<Record<string, string>>): string {
  return renderYaml({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData });
}

/** Objects as blocks, texts of several lines as they are, and everything else as JSON, which is YAML. */
function renderYaml(value: object, indent = ''): string {
  const lines = Object.entries(value).map(([key, one]: [string, unknown]) => {
    if (typeof one === 'string' && one.includes('\n')) {
      return `${indent}${key}: |\n${one.trim().replaceAll(/^/gmu, `${indent}  `)}`;
    }
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return `${indent}${key}: ${JSON.stringify(one)}`;
    return `${indent}${key}:\n${renderYaml(one, `${indent}  `)}`;
  });
  return lines.join('\n');
}
