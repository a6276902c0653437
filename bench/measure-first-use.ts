/** What the first question to a system costs an idle Agent beside the question: its vendor's client library is loaded. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type ChildOptions, startChild } from '../demo/child-process.ts';
import type { Row } from './bench-report.ts';
import type { Bench } from './bench.ts';

/** By what it is for. */
const packages = {
  GitHub: '@octokit/rest',
  Slack: '@slack/web-api',
  'BigQuery of Google Cloud': '@google-cloud/bigquery',
  'Billing of Google Cloud': '@google-cloud/billing',
} as const;
/** Those that the Agent's bundle joins, each into a file of its own. AWS has one for each service; that of EC2 is the largest. */
const joined = { Kubernetes: /^kubernetes-[\w-]+\.js$/u, 'EC2 of AWS': /^client-ec2-[\w-]+\.js$/u } as const;

const Loaded = z.object({ loadMs: z.number(), rssBytes: z.number() });
type Loaded = z.infer<typeof Loaded>;

/** By what the library is for. */
export type FirstUse = Readonly<Record<string, Loaded>>;

const timeoutMs = 30_000;

/** Each library once, in a program of its own with the Node options of `agent`, whose image has every library. */
export async function sampleFirstUse(agent: ChildOptions, { onStarted }: Pick<Bench, 'onStarted'>): Promise<FirstUse> {
  const folder = path.join(agent.cwd, 'dist/agent');
  const files = Object.entries(joined).map(([name, pattern]) => [name, findFile(folder, pattern)] as const);
  const sample: Record<string, Loaded> = {};
  for (const [name, library] of [...Object.entries(packages), ...files]) {
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

function findFile(folder: string, pattern: RegExp): string {
  const found = readdirSync(folder).filter((name) => pattern.test(name));
  const [name] = found;
  if (name === undefined || found.length > 1) {
    throw new Error(`${found.length} files of ${folder} have a name like ${pattern.source}, and not one.`);
  }
  return pathToFileURL(path.join(folder, name)).href;
}
