/** A real Prometheus that scrapes the workload and the control plane once a second. */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { findFreePort } from './free-ports.ts';
import type { Workspace } from './workspace.ts';

export interface PrometheusTargets {
  readonly workloadPort: number;
  /** Host and port of the control plane's metrics listener. */
  readonly controlMetrics: string;
}

export interface RunningPrometheus {
  readonly child: Child;
  readonly url: string;
}

export async function startPrometheus(workspace: Workspace, targets: PrometheusTargets): Promise<RunningPrometheus> {
  const folder = workspace.sharedFolder('prometheus', workspace.programs);
  // JSON is YAML: nothing needs quoting rules of its own.
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: [
      { job_name: 'lantern', static_configs: [{ targets: [`127.0.0.1:${targets.workloadPort}`] }] },
      { job_name: 'farol-control', static_configs: [{ targets: [targets.controlMetrics] }] },
    ],
  };
  const file = path.join(folder, 'prometheus.yml');
  writeFileSync(file, JSON.stringify(config, undefined, 2));
  chmodSync(file, 0o644);
  const port = await findFreePort();
  const child = startChild({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.format=json',
    ],
    env: { PATH: process.env['PATH'] ?? '/usr/bin' },
    cwd: folder,
    logFile: path.join(workspace.folder, 'prometheus.log'),
    identity: workspace.programs,
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, `${url}/-/ready`);
  return { child, url };
}

async function waitUntilReady(child: Child, url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (child.exitCode() !== undefined) {
      throw new Error(`prometheus ended with status ${child.exitCode()}:\n${child.tail()}`);
    }
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('prometheus was not ready within 20 s');
}
