/**
 * The samplers that languages have of their own, as peers of the collector: they know nothing of native code, and all of
 * the language's functions.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import type { CollectorRecord } from '../profiler/witness/bundle/record/collector-record.ts';
import { runMeasured } from './run-measured.ts';
import type { SelfSamples } from './self-shares.ts';

export interface LanguageSampler {
  readonly command: string;
  /** Why it cannot be the peer here; undefined when it can. */
  readonly findProblem: () => string | undefined;
  /** It writes collapsed stacks, one a line: frames from the root on, `;` between them, and how often it was seen. */
  readonly args: (run: { readonly pid: number; readonly durationSec: number; readonly out: string }) => string[];
  /** Files of the language, as the collector names modules. */
  readonly module: RegExp;
  /**
   * The sampler's frames of functions that are in such files, with the function as the first group. Others are written in
   * C or belong to the runtime: they count for the function that called them, as they do on the collector's side.
   */
  readonly frame: RegExp;
}

export const pySpy: LanguageSampler = {
  command: 'py-spy',
  findProblem: () => findMissing('py-spy', 'pip install py-spy'),
  args: ({ pid, durationSec, out }) => [
    'record',
    '-f',
    'raw',
    '-r',
    '99',
    '-d',
    String(durationSec),
    '-o',
    out,
    '-p',
    String(pid),
  ],
  module: /\.py$/u,
  frame: /^(.*) \(.*\.py:\d+\)$/u,
};

export const rbspy: LanguageSampler = {
  command: 'rbspy',
  findProblem: () => findMissing('rbspy', 'cargo install rbspy'),
  args: ({ pid, durationSec, out }) => [
    'record',
    '--silent',
    '--format',
    'collapsed',
    '-r',
    '99',
    '-d',
    String(durationSec),
    '-f',
    out,
    '-p',
    String(pid),
  ],
  module: /\.rb$/u,
  frame: /^(.*) - .*\.rb:\d+$/u,
};

/** Its library, as Maven Central has it in `tools.profiler:async-profiler`; the machine itself is asked to load it. */
const asyncLibrary = process.env['ASYNC_PROFILER'] ?? '';
const asyncScript = String.raw`set -e
# Without quotes of its own, jcmd takes what has "=" in it for an option of its own.
load() { jcmd "$1" JVMTI.agent_load "$0" "\"$2\"" | grep -q 'return code: 0$'; }
load "$1" "start,event=cpu,interval=10ms,ann"
sleep "$2"
load "$1" "stop,collapsed,ann,file=$3"`;

export const asyncProfiler: LanguageSampler = {
  command: 'bash',
  findProblem: () => (asyncLibrary === '' ? 'ASYNC_PROFILER names no libasyncProfiler.so' : undefined),
  args: ({ pid, durationSec, out }) => ['-c', asyncScript, asyncLibrary, String(pid), String(durationSec), out],
  module: /^[\w.$]*$/u,
  // Interpreted, compiled by either compiler, inlined.
  frame: /^(.*)_\[[01ji]\]$/u,
};

/** It writes frames from the innermost on, one a line, and an empty line behind each stack. */
const phpScript = String.raw`set -e
"$0" -H 99 -i "$(($2 * 1000))" -p "$1" -o "$3"
awk '/^[0-9]/ { sub(/^[0-9]+ /, ""); stack = stack == "" ? $0 : $0 ";" stack }
  /^$/ && stack != "" { print stack " 1"; stack = "" }' "$3" >"$3.collapsed"
mv "$3.collapsed" "$3"`;

export const phpspy: LanguageSampler = {
  command: 'bash',
  findProblem: () => findMissing('phpspy', 'no package has it: built from its source, https://github.com/adsr/phpspy'),
  args: ({ pid, durationSec, out }) => ['-c', phpScript, 'phpspy', String(pid), String(durationSec), out],
  module: /\.php$/u,
  frame: /^(.*) \S*\.php:\d+$/u,
};

function findMissing(command: string, install: string): string | undefined {
  const { error } = spawnSync(command, ['--version'], { stdio: 'ignore' });
  return error === undefined ? undefined : `${command} is not on the PATH (${install})`;
}

export interface SamplerRun {
  readonly pid: number;
  readonly durationSec: number;
  /** Of its stacks; removed afterwards. */
  readonly out: string;
  readonly signal: AbortSignal;
}

/** Attaching before it, writing after it. */
const allowanceMs = 60_000;

/** The functions of the language that it found running. */
export async function runLanguageSampler(
  sampler: LanguageSampler,
  run: SamplerRun,
  cgroup: MemoryCgroup,
): Promise<SelfSamples[]> {
  const { out, durationSec, signal } = run;
  try {
    const timeoutMs = durationSec * 1000 + allowanceMs;
    await runMeasured({ command: sampler.command, args: sampler.args(run), cgroup, signal, timeoutMs });
    return readCollapsed(readFileSync(out, 'utf8'), sampler);
  } finally {
    rmSync(out, { force: true });
  }
}

export function readCollapsed(text: string, { frame }: Pick<LanguageSampler, 'frame'>): SelfSamples[] {
  return text.split('\n').flatMap((line) => {
    const [, stack = '', count = ''] = /^(.*) (\d+)$/u.exec(line) ?? [];
    const own = stack.split(';').flatMap((one) => frame.exec(one)?.[1] ?? []);
    const leaf = own.at(-1);
    return leaf === undefined ? [] : [{ module: language, name: bareName(leaf), count: Number(count) }];
  });
}

/** The innermost function of the language in each stack of the collector's: what ran in native code ran for it. */
export function readLanguageSelf(record: CollectorRecord, { module }: LanguageSampler): SelfSamples[] {
  const { functions = [], stacks = [] } = record.axes.cpu_stacks ?? {};
  return stacks.flatMap(({ frames, count }) => {
    const own = frames
      .map((number) => functions[number])
      .findLast((row) => row !== undefined && module.test(row.module));
    return own === undefined ? [] : [{ module: language, name: bareName(own.name), count }];
  });
}

/** In place of a module, since each tool writes that in its own way. */
const language = 'language';

/** `Orders#total`, `block in total`, `Order::total` and `shop/Order.total` are all `total`. */
function bareName(frame: string): string {
  const name = frame.replace(/^.* in /u, '').replace(/^<main>$/u, '{main}');
  return name.slice(Math.max(...['.', '#', ':', '/'].map((mark) => name.lastIndexOf(mark))) + 1);
}
