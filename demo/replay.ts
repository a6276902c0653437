/**
 * For machines that cannot measure: an enrolled instance of class profiler that answers each request
 * with a bundle recorded earlier. It runs only when asked for with --recorded; every bundle says that
 * it is a replay, and so does every page, record and line made of it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Bundle } from '../profiler/witness/bundle/record/bundle.ts';
import { decodeBundle, encodeBundle } from '../profiler/witness/bundle/encode.ts';
import { declareInstrumentation, tallyProbes } from '../profiler/witness/bundle/record/axis-reasons.ts';
import { systemClock } from '../src/core/clock.ts';
import { createLog } from '../src/core/log.ts';
import { createAgents } from '../src/core/network-agent.ts';
import { Redactor } from '../src/core/redact.ts';
import { Secret } from '../src/core/secret.ts';
import { enrol } from '../src/tunnel/instance/enrol.ts';
import { parseInstanceConfig } from '../src/tunnel/instance/config.ts';
import { openTunnel } from '../src/tunnel/instance/open-tunnel.ts';
import type { CaptureOutcome, CaptureStart } from '../src/tunnel/messages.ts';
import type { TunnelClient } from '../src/tunnel/port.ts';

const Recording = z.strictObject({
  /** Port of the recorded workload's backends: part of the keys that a comparison has to find. */
  backend_port: z.number().int(),
  /** In the order of the demo's captures. */
  bundles: z.array(z.string()),
});
type Recording = z.infer<typeof Recording>;

const indexFile = 'recording.json';

export function recordingFolder(repository: string): string {
  return path.join(repository, 'demo/recorded');
}

export function readRecording(folder: string): Recording {
  return Recording.parse(JSON.parse(readFileSync(path.join(folder, indexFile), 'utf8')));
}

/** Keeps the bundles of a run that measured, as the recording of later ones, without what names the machine. */
export function writeRecording(folder: string, backendPort: number, bundles: readonly Buffer[]): void {
  mkdirSync(folder, { recursive: true });
  const names = bundles.map((_bytes, index) => `${index + 1}.json.gz`);
  for (const [index, bytes] of bundles.entries()) {
    writeFileSync(path.join(folder, names[index] ?? ''), anonymise(bytes));
  }
  writeFileSync(
    path.join(folder, indexFile),
    `${JSON.stringify({ backend_port: backendPort, bundles: names }, undefined, 2)}\n`,
  );
}

function anonymise(bytes: Buffer): Buffer {
  const { bundle } = decodeBundle(bytes);
  const host = {
    ...bundle.host,
    boot_id: '00000000-0000-4000-8000-000000000000',
    cpu_model: 'recorded',
    kernel: 'recorded',
  };
  const processes = bundle.target.processes.map(({ container_id: _container, ...one }) => ({ ...one, cgroup: '/' }));
  return encodeBundle({ ...bundle, host, target: { ...bundle.target, processes } }).bytes;
}

/** Replays the bundles in order, one for each request. `env` holds the variables of an instance. */
export async function startReplay(env: Readonly<Record<string, string>>, folder: string): Promise<TunnelClient> {
  const { config, problems } = parseInstanceConfig(env);
  if (config === undefined) throw new Error(problems.map(({ problem }) => problem).join(' '));
  const log = createLog('farol-replay', { redactor: new Redactor(), level: 'error' });
  const agent = createAgents({ ca: config.ca, env: {} }).https;
  const common = { config, agent, clock: systemClock, log };
  const token = new Secret(env['RUNNER_BOOTSTRAP_TOKEN'] ?? '');
  const identity = await enrol({ ...common, class: 'profiler', token: () => Promise.resolve(token) });
  const queue = readRecording(folder).bundles.map((name) => decodeBundle(readFileSync(path.join(folder, name))).bundle);
  const tunnel = openTunnel({
    ...common,
    identity,
    versions: { profiler: 'replay' },
    targets: 1,
    handlers: {
      'capture.start': (request) => {
        const recorded = queue.shift();
        if (recorded === undefined) {
          return Promise.resolve({
            answer: 'declined',
            reason: { code: 'no_recording', text: 'Every recorded capture was replayed.' },
          });
        }
        // After this answer has gone: the request must be taken before it ends.
        setTimeout(() => void tunnel.report('capture.outcome', replay(recorded, request, config.instance)), 200);
        return Promise.resolve({ answer: 'taken', processes: 0 });
      },
      'capture.abort': () => Promise.resolve({}),
    },
  });
  return tunnel;
}

function replay(recorded: Bundle, request: CaptureStart, instance: string): CaptureOutcome {
  const { request_id, workload, version, env, kind, requested_by, requested_at } = request;
  const bundle: Bundle = {
    ...recorded,
    recorded: true,
    instance,
    request: { request_id, workload, version, env, kind, requested_by, requested_at },
  };
  const probes = tallyProbes(bundle.probes);
  const text = `RECORDED: a capture taken earlier was replayed; nothing was measured on this machine. ${declareInstrumentation(probes)}.`;
  return {
    request_id,
    outcome: 'pushed',
    reason: { code: 'replayed', text },
    probes,
    collector: { peak_rss_bytes: bundle.tool.memory_peak_bytes },
    bundle: encodeBundle(bundle).bytes.toString('base64'),
  };
}
