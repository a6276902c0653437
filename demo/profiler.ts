/** The Profiler as production runs it: an unprivileged process, and five capabilities on one file. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitingNodeEnvironment, waitingNodeOptions } from '../src/core/node-options.ts';
import { type ChildEvent, type ChildOptions, startChild } from './child-process.ts';
import { type FleetOptions, type InstanceInputs, instanceVariables, profilerName } from './instance-variables.ts';
import { images, stageImage } from './image.ts';
import { installCollector } from './install-collector.ts';
import { createMemoryCgroup } from './memory-cgroup.ts';
import type { Check } from './planted.ts';

export interface ProfilerInputs extends FleetOptions, InstanceInputs {}

export async function startProfiler(inputs: ProfilerInputs): Promise<{ isBooted: boolean; checks: Check[] }> {
  const { repository, workspace, workload, narrator, onStarted } = inputs;
  const cgroup = createMemoryCgroup(`farol-demo-${process.pid}`);
  if (cgroup !== undefined) onStarted(() => cgroup.remove());
  const options = prepareProfiler({ repository, workspace, workloads: [workload.name] }, profilerName, inputs);
  const child = startChild({ ...options, cgroupProcs: cgroup?.procs });
  onStarted(() => child.stop());
  const event = await child.waitFor(['booted', 'boot_refused'], 20_000);
  if (event.event === 'booted') {
    return { isBooted: true, checks: [{ check: 'the Profiler boots', ok: true, detail: 'no problem found' }] };
  }
  narrator.say('The Profiler refuses to boot on this machine:');
  const problems = problemsOf(event);
  for (const { cause, cost } of problems) narrator.say(`- ${cause}. Cost: ${cost}`);
  const detail = problems.map(({ cause }) => cause).join('; ');
  return { isBooted: false, checks: [{ check: 'the Profiler boots', ok: false, detail }] };
}

interface Prepared extends Pick<FleetOptions, 'repository' | 'workspace'> {
  /** Its target list. */
  readonly workloads: readonly string[];
}

/** Stages the image, the collector and the folders of a Profiler. */
export function prepareProfiler(
  { repository, workspace, workloads }: Prepared,
  instance: string,
  inputs: InstanceInputs,
): ChildOptions {
  const image = stageImage(repository, path.join(workspace.folder, 'image-profiler'), images.profiler);
  const collector = installCollector(repository, image, workspace.profiler);
  const targets = path.join(workspace.rootsFolder(), 'targets.json');
  writeFileSync(targets, JSON.stringify({ targets: workloads.map((workload) => ({ workload })) }), { mode: 0o644 });
  return {
    name: 'farol-profiler',
    command: path.join(image, 'node'),
    args: [...waitingNodeOptions, path.join(image, 'dist/profiler/host/bin.js')],
    env: {
      ...waitingNodeEnvironment,
      ...instanceVariables(instance, workspace.privateFolder('profiler', workspace.programs), inputs),
      RUNNER_PROFILE_TARGETS_FILE: targets,
      RUNNER_PTOP_FILE: collector,
      TMPDIR: workspace.privateFolder('profiler-work', workspace.programs),
    },
    cwd: image,
    logFile: path.join(workspace.folder, 'profiler.log'),
    identity: workspace.profiler,
  };
}

export function problemsOf(event: ChildEvent): { cause: string; cost: string }[] {
  const { problems } = event;
  if (!Array.isArray(problems)) return [];
  return problems.map((one: { cause?: unknown; cost?: unknown }) => ({
    cause: String(one.cause),
    cost: String(one.cost),
  }));
}
