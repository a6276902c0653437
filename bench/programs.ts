/**
 * Real programs under load, as the collector's targets. Each is ended with the workspace; one that is not installed is named with the package that has it.
 */
import path from 'node:path';
import { prepareWorkload, workloadName } from '../demo/workload.ts';
import { startBigTarget } from './big-target.ts';
import { startPostgres } from './postgres-under-load.ts';
import { startRedis } from './redis-under-load.ts';
import type { Bench } from './bench.ts';
import { asyncProfiler, type LanguageSampler, phpspy, pySpy, rbspy } from './run-language-sampler.ts';
import { needCommand, type RunningProgram, startHere } from './running-program.ts';

export interface Program {
  readonly name: string;
  /** @throws NotInstalled, or Error when it does not come up. */
  readonly start: (bench: Bench) => Promise<RunningProgram>;
  /** Why perf's profile of it is not read; undefined when it is. */
  readonly perfProblem?: string;
  /** A language runtime interprets it, or compiles it while it runs. */
  readonly hasRuntime?: true;
  /** What its language has. */
  readonly sampler?: LanguageSampler;
}

export const programs: readonly Program[] = [
  { name: 'redis', start: startRedis },
  { name: 'postgres', start: startPostgres },
  {
    name: 'python3',
    hasRuntime: true,
    sampler: pySpy,
    start: (bench) => startBusy(bench, { command: 'python3', file: 'busy.py', from: 'python3' }),
  },
  {
    name: 'node',
    hasRuntime: true,
    start: (bench) => startBusy(bench, { command: process.execPath, file: 'busy.js', from: 'nodejs' }),
  },
  { name: 'java', hasRuntime: true, sampler: asyncProfiler, start: startJava },
  {
    name: 'ruby',
    hasRuntime: true,
    sampler: rbspy,
    start: (bench) => startBusy(bench, { command: 'ruby', file: 'busy.rb', from: 'ruby' }),
  },
  {
    name: 'php',
    hasRuntime: true,
    sampler: phpspy,
    start: (bench) => startBusy(bench, { command: 'php', file: 'busy.php', from: 'php-cli' }),
  },
  {
    name: 'perl',
    hasRuntime: true,
    start: (bench) => startBusy(bench, { command: 'perl', file: 'busy.pl', from: 'perl' }),
  },
  {
    name: 'luajit',
    hasRuntime: true,
    start: (bench) => startBusy(bench, { command: 'luajit', file: 'busy.lua', from: 'luajit' }),
  },
  {
    name: 'erlang',
    hasRuntime: true,
    start: (bench) => startBusy(bench, { command: 'escript', file: 'busy.erl', from: 'erlang-base' }),
  },
  { name: workloadName, start: startLantern },
];

export const bigProgram: Program = {
  name: '400 MB executable',
  perfProblem: 'in debug data of this size perf takes minutes and gigabytes to find inlined functions',
  start: async (bench) => {
    const child = await startBigTarget(bench);
    return { pids: () => [child.pid], stop: () => child.stop() };
  },
};

async function startLantern({ repository, workspace, onStarted }: Bench): Promise<RunningProgram> {
  const workload = await prepareWorkload(repository, workspace);
  onStarted(() => workload.stop());
  await workload.start(1);
  return { pids: () => [workload.pid()], stop: () => workload.stop() };
}

interface Busy {
  readonly command: string;
  readonly args?: readonly string[];
  /** In the folder of the busy programs. */
  readonly file: string;
  /** The Debian package that has the command. */
  readonly from: string;
}

const startTimeoutMs = 60_000;

async function startBusy(bench: Bench, { command, args = [], file, from }: Busy): Promise<RunningProgram> {
  needCommand(command, from);
  const child = startHere(bench, {
    name: file,
    command,
    args: [...args, path.join(bench.repository, 'profiler/ptop/bench/programs', file)],
    // Another user may be kept from the repository, or from an interpreter in somebody's home.
    asOtherUser: false,
  });
  await child.waitFor('busy', startTimeoutMs);
  return { pids: () => [child.pid], stop: () => child.stop() };
}

/** A JVM without its compiler cannot run a program from its source. */
function startJava(bench: Bench): Promise<RunningProgram> {
  const from = 'openjdk-17-jdk-headless';
  needCommand('javac', from);
  return startBusy(bench, { command: 'java', args: ['-Xmx128m'], file: 'Busy.java', from });
}
