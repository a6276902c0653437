/** Enrols pods by the chart, in a release of its own for each class. The token is in a Secret and never in a value. */
import { chartName, deliveredPrograms, imageRegistry } from './delivered-programs.ts';
import { type EnrolTarget, heredoc } from './enrol-target.ts';

const namespace = 'farol';

export function renderOnKubernetes(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const [tokenSecret, caSecret] = [`${name}-bootstrap`, `${name}-ca`];
  const { chart, version } = chartName(target);
  const isProfiler = target.class === 'profiler';
  const values = {
    registry: imageRegistry(target),
    ...(target.registry === undefined && { image: { pullPolicy: 'Never' } }),
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
    renderYaml({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
    renderSecret(tokenSecret, { token: target.token }),
    ...(target.caPem === undefined ? [] : [renderSecret(caSecret, { 'ca.pem': target.caPem })]),
  ];
  const release = `helm upgrade --install ${name} ${chart} --version ${version} --namespace ${namespace}`;
  return [
    ...heredoc('kubectl apply --filename -', documents.join('\n---\n')),
    ...heredoc(`${release} --values -`, renderYaml(values)),
  ].join('\n');
}

function renderSecret(name: string, stringData: Readonly<Record<string, string>>): string {
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
