/** What is applied to a cloud, a cluster or a node beside the images: each in a folder of its own, which a README explains. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ImageDigests } from './read-layout.ts';
import { stageKubernetes } from './stage-kubernetes.ts';

/** In the order in which the README lists them. */
const folders = {
  terraform: {
    from: 'deploy/terraform',
    text: 'module for the read-only policy of the Agent in AWS, with one switch for each statement. `policy` below it is the document alone.',
  },
  cloudformation: { from: 'deploy/cloudformation', text: 'the same policy as a template of CloudFormation.' },
  kubernetes: {
    from: undefined,
    text: 'manifests for clusters without Helm, one file for each usual way to install, with the images of this version.',
  },
  apparmor: {
    from: 'deploy/apparmor',
    text: 'profiles that nodes load before a Profiler starts: `farol-profiler` with Docker or Podman, `farol-profiler-kubernetes` with Kubernetes.',
  },
  seccomp: {
    from: 'deploy/seccomp',
    text: 'profile of the Profiler that is narrower than the default of the engine.',
  },
  monitoring: {
    from: 'deploy/monitoring',
    text: 'alert rules for Prometheus and a dashboard for Grafana.',
  },
  policies: {
    from: 'policies',
    text: 'permission documents of every provider, as the control plane serves them. `index.json` lists them with their digests.',
  },
} as const;

export function stageDeploy(repository: string, folder: string, tag: string, digests: ImageDigests): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, { from }] of Object.entries(folders)) {
    const to = path.join(folder, name);
    if (from === undefined) stageKubernetes(repository, to, tag, digests);
    else cpSync(path.join(repository, from), to, { recursive: true });
  }
  cpSync(path.join(repository, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'README.md'), renderReadme(tag));
}

function renderReadme(tag: string): string {
  const lines = Object.entries(folders).map(([name, { text }]) => `- \`${name}\`: ${text}`);
  return `# Farol ${tag}: what is applied beside the images

${lines.join('\n')}

The guides say how, and every control plane serves them below \`/docs/\`: \`guides/aws-policy.html\`, \`guides/install-kubernetes.html\`, \`guides/install-docker.html\`.
`;
}
