/** The programs of the memory table: what each is, how it is made, and how it runs. Built ones are cached in a folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const generators = path.join(root, 'profiler/ptop/bench/bigtarget');
const inputs = path.join(import.meta.dirname, 'programs');

export interface MeasuredTarget {
  /** Name of its process, its row and its workload. */
  readonly id: string;
  readonly kind: 'C++' | 'Rust' | 'Go' | 'Node' | 'JVM' | 'Python';
  /** Of the executable, in millions of bytes; absent for a runtime as it is installed. */
  readonly megabytes?: number;
}

export interface RunnableTarget extends MeasuredTarget {
  readonly file: string;
  readonly args: readonly string[];
  readonly executableBytes: number;
}

const builders = { 'C++': 'build.sh', Rust: 'build-rust.sh', Go: 'build-go.sh' } as const;

/** Issue 23 names each. */
export const measuredTargets: readonly MeasuredTarget[] = [
  ...[10, 50, 100, 400, 1000].map((megabytes) => ({ id: `cpp-${megabytes}`, kind: 'C++' as const, megabytes })),
  ...[100, 400].map((megabytes) => ({ id: `rust-${megabytes}`, kind: 'Rust' as const, megabytes })),
  ...[100, 400].map((megabytes) => ({ id: `go-${megabytes}`, kind: 'Go' as const, megabytes })),
  { id: 'busy-node', kind: 'Node' },
  { id: 'busy-java', kind: 'JVM' },
  { id: 'busy-python', kind: 'Python' },
];

/** Two threads of load. @throws Error when it cannot be built, or is not of about the size it should have. */
export function prepareTarget(target: MeasuredTarget, folder: string): RunnableTarget {
  mkdirSync(folder, { recursive: true });
  return target.megabytes === undefined ? linkRuntime(target, folder) : build(target, target.megabytes, folder);
}

function build(target: MeasuredTarget, megabytes: number, folder: string): RunnableTarget {
  const file = path.join(folder, target.id);
  if (!existsSync(file)) {
    const script = path.join(generators, builders[target.kind as keyof typeof builders]);
    // Two whole units are a tenth too many.
    const size = megabytes === 10 ? ['--units', '2', '--functions', '2700'] : ['--megabytes', String(megabytes)];
    execFileSync(script, [...size, '--output', file], { stdio: ['ignore', 2, 2] });
  }
  const executableBytes = statSync(file).size;
  if (Math.abs(executableBytes / (megabytes * 1e6) - 1) > 0.1) {
    throw new Error(`${file} has ${executableBytes} bytes and should have about ${megabytes} million`);
  }
  return { ...target, file, args: ['2', '60'], executableBytes };
}

/** Under a name of its own: the machine may run other processes of that runtime. */
function linkRuntime(target: MeasuredTarget, folder: string): RunnableTarget {
  const { find, args } = runtimes[target.kind as keyof typeof runtimes];
  const installed = realpathSync(find());
  const file = path.join(folder, target.id);
  rmSync(file, { force: true });
  symlinkSync(installed, file);
  return { ...target, file, args, executableBytes: statSync(installed).size };
}

const say = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' }).trim();

const runtimes = {
  Node: { find: () => process.execPath, args: [path.join(inputs, 'busy.js')] },
  JVM: { find: () => say('sh', '-c', 'command -v java'), args: ['-Xmx256m', path.join(inputs, 'Busy.java')] },
  // What the path finds may be a script that chooses one.
  Python: {
    find: () => say('python3', '-c', 'import sys; print(sys.executable)'),
    args: [path.join(inputs, 'busy.py')],
  },
} as const;
