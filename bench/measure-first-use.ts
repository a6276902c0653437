/** What the first question to a system costs an idle Agent beside the question: its vendor's client library is loaded. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type ChildOptions, startChild } from '../demo/child-process.ts';
import type { Row } from './bench-report.ts';
import type { Bench } from './bench.ts';

/** By what it is for. AWS has one for each service; that of EC2 is the largest. */
const packages = {
  GitHub: '@octokit/rest',
  Slack: '@slack/web-api',
  'BigQuery of Google Cloud': '@google-cloud/bigquery',
  'Billing of Google Cloud': '@google-cloud/billing',
  'EC2 of AWS': '@aws-sdk/client-ec2',
} as const;
/** The client of Kubernetes, which the Agent's bundle joins into a file of its own. */
const ofKubernetes = /^kubernetes-[\w-]+\.js$/u;

const Loaded = z.object({ loadMs: z.number(), rssBytes: z.number() });
type Loaded = z.infer<typeof Loaded>;

/** By what the library is for. */
export type FirstUse = Readonly<Record<string, Loaded>>;

const timeoutMs = 30_000;

/** Each library once, in a program of its own with the Node options of `agent`, whose image has every library. */
export async function sampleFirstUse(agent: ChildOptions, { onStarted }: Pick<Bench, 'onStarted'>): Promise<FirstUse> {
  const libraries = { ...packages, Kubernetes: fileOfKubernetes(path.join(agent.cwd, 'dist/agent')) };
  const sample: Record<string, Loaded> = {};
  for (const [name, library] of Object.entries(libraries)) {
    const options = agent.args.filter((arg) => arg.startsWith('-'));
    const child = startChild({
      ...agent,
      name: `loading ${library}`,
      args: [...options, path.join(agent.cwd, 'dist/bench/load-library.js'), library],
    });
    onStarted(() => child.stop());
    sample[name] = Loaded.parse(await child.waitFor('loaded', timeoutMs));
    await child.stop();
  }
  return sample;
}

export function rowsOfFirstUse(samples: readonly FirstUse[]): Row[] {
  return Object.keys(samples[0] ?? {}).flatMap((name): Row[] => {
    const loaded = samples.flatMap((sample) => sample[name] ?? []);
    return [
      { name: `first use, ${name}: load its library`, unit: 'ms', samples: loaded.map(({ loadMs }) => loadMs) },
      {
        name: `first use, ${name}: RSS added`,
        unit: 'MiB',
        samples: loaded.map(({ rssBytes }) => rssBytes / (1 << 20)),
      },
    ];
  });
}

function fileOfKubernetes(folder: string): string {
  const found = readdirSync(folder).filter((name) => ofKubernetes.test(name));
  const [name] = found;
  if (name === undefined || found.length > 1) {
    throw new Error(`The client of Kubernetes is in ${found.length} files of ${folder}, not in one.`);
  }
  return pathToFileURL(path.join(folder, name)).href;
}
