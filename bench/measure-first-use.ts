/** What the first question to a system costs an idle Agent beside the question: its vendor's client library is loaded. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type ChildOptions, startChild } from '../demo/child-process.ts';
import type { Row } from './bench-report.ts';
import type { Bench } from './run-bench.ts';

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

const timeoutMs = 30_000;

export class FirstUse {
  readonly #samples = new Map<string, Loaded[]>();
  readonly #agent: ChildOptions;
  readonly #onStarted: Bench['onStarted'];

  /** `agent`: an Agent whose image has every library. */
  constructor(agent: ChildOptions, { onStarted }: Pick<Bench, 'onStarted'>) {
    this.#agent = agent;
    this.#onStarted = onStarted;
  }

  /** Each library once, in a program of its own with the Agent's options of Node. */
  async sample(): Promise<void> {
    const libraries = { ...packages, Kubernetes: fileOfKubernetes(path.join(this.#agent.cwd, 'dist/agent')) };
    for (const [name, library] of Object.entries(libraries)) {
      const loaded = await this.#load(library);
      this.#samples.set(name, [...(this.#samples.get(name) ?? []), loaded]);
    }
  }

  rows(): Row[] {
    return [...this.#samples].flatMap(([name, samples]): Row[] => [
      { name: `first use, ${name}: load its library`, unit: 'ms', samples: samples.map(({ loadMs }) => loadMs) },
      {
        name: `first use, ${name}: RSS added`,
        unit: 'MiB',
        samples: samples.map(({ rssBytes }) => rssBytes / (1 << 20)),
      },
    ]);
  }

  async #load(library: string): Promise<Loaded> {
    const options = this.#agent.args.filter((arg) => arg.startsWith('-'));
    const child = startChild({
      ...this.#agent,
      name: `loading ${library}`,
      args: [...options, path.join(this.#agent.cwd, 'dist/bench/load-library.js'), library],
    });
    this.#onStarted(() => child.stop());
    const loaded = Loaded.parse(await child.waitFor('loaded', timeoutMs));
    await child.stop();
    return loaded;
  }
}

function fileOfKubernetes(folder: string): string {
  const found = readdirSync(folder).filter((name) => ofKubernetes.test(name));
  const [name] = found;
  if (name === undefined || found.length > 1) {
    throw new Error(`The client of Kubernetes is in ${found.length} files of ${folder}, not in one.`);
  }
  return pathToFileURL(path.join(folder, name)).href;
}
