/** Makes one version of a program of the corpus ready to start: compiled, or configured, under the name that both versions have. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { needCommand } from '../../bench/running-program.ts';
import type { Language, Pair, Side } from './pair.ts';

export interface Addresses {
  readonly port: number;
  /** Of the peer, on 127.0.0.1. */
  readonly peerPort: number;
  readonly namePort: number;
}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** As root: only where the program starts the captured one as another user. */
  readonly isPrivileged?: boolean;
}

export interface Built {
  readonly source: string;
  readonly version: Side['version'];
  /** Where it runs, empty, and where the compiler writes to. */
  readonly folder: string;
  readonly buildFolder: string;
  readonly program: string;
}

const sources = path.join(import.meta.dirname, 'programs');
const extensions: Readonly<Record<Language, string>> = {
  c: 'c',
  go: 'go',
  rust: 'rs',
  node: 'ts',
  python: 'py',
  java: 'java',
  redis: 'conf',
  nginx: 'conf',
  postgresql: 'ts',
};

/** How the client of a program speaks to it. */
export function protocolOf({ language }: Pick<Pair, 'language'>): 'http' | 'redis' {
  return language === 'redis' ? 'redis' : 'http';
}

/** @throws NotInstalled without its compiler or its package. */
export function buildProgram(root: string, { language, program }: Pair, version: Side['version']): Command {
  const source = path.join(sources, language, `${program}.${extensions[language]}`);
  const folder = path.join(root, 'run', program);
  const buildFolder = path.join(root, 'built', `${language}-${program}-${version}`);
  rmSync(folder, { recursive: true, force: true });
  for (const one of [folder, buildFolder]) mkdirSync(one, { recursive: true });
  chmodSync(folder, 0o777);
  return builders[language]({ source, version, folder, buildFolder, program });
}

const addressed = ['--port', '{port}', '--upstream', '127.0.0.1:{peer}'] as const;

type Builder = (built: Built) => Command;

const builders: Readonly<Record<Language, Builder>> = {
  c: (built) =>
    runCopy(built, (out) => {
      needCommand('cc', 'gcc');
      const flags = ['-O2', '-g', '-Wall', '-Wextra', '-pthread', '-fno-omit-frame-pointer'];
      const places = `-ffile-prefix-map=${path.dirname(built.source)}=.`;
      execFileSync('cc', [...flags, places, `-DVERSION=${built.version}`, '-o', out, built.source, '-lm']);
    }),
  go: (built) =>
    runCopy(built, (out) => {
      needCommand('go', 'golang-go');
      const flags = ['-trimpath', '-ldflags', `-X main.version=${built.version}`];
      // Two files without a module: nothing is fetched for them.
      const env = { GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local', GOWORK: 'off', GOPROXY: 'off', CGO_ENABLED: '0' };
      execFileSync(
        'go',
        ['build', ...flags, '-o', out, built.source, path.join(path.dirname(built.source), 'serve.go')],
        { env: { ...process.env, ...env } },
      );
    }),
  rust: (built) =>
    runCopy(built, (out) => {
      needCommand('rustc', 'rustc');
      const places = `--remap-path-prefix=${path.dirname(built.source)}=.`;
      const flags = ['--edition', '2021', '-O', '-g', '-C', 'force-frame-pointers=yes', places];
      const env = { ...process.env, CORPUS_VERSION: `${built.version}` };
      execFileSync('rustc', [...flags, '-o', out, built.source], { env });
    }),
  node: (built) => interpreted(built, process.execPath),
  // Not the one on the PATH, which may be in a home that another user cannot enter.
  python: (built) => interpreted(built, '/usr/bin/python3'),
  java: ({ source, version, folder, program }) => {
    needCommand('javac', 'openjdk-17-jdk-headless');
    const sourceFolders = ['.', 'vendor', `version-${version}`].map((name) => path.resolve(source, '..', name));
    execFileSync('javac', ['-g', '-d', folder, '-sourcepath', sourceFolders.join(':'), source]);
    const options = ['-Xmx256m', '-Dsun.net.httpserver.nodelay=true', '-cp', folder];
    return { command: 'java', args: [...options, program, ...addressed], env: {} };
  },
  redis: (built) => {
    needCommand('redis-server', 'redis-server');
    const args = [configure(built), '--port', '{port}', '--dir', built.folder];
    return { command: 'redis-server', args, env: {} };
  },
  nginx: (built) => {
    needCommand('/usr/sbin/nginx', 'nginx-light');
    const lines = Array.from({ length: 1000 }, (_, item) => `item=${item} price=${(item * 7919) % 90_000} in stock\n`);
    writeFileSync(path.join(built.folder, 'catalogue.txt'), lines.join(''));
    const args = ['-p', `${built.folder}/`, '-e', 'error.log', '-c', configure(built)];
    return { command: '/usr/sbin/nginx', args, env: {} };
  },
  // In its place: what it starts the server with is the repository's.
  postgresql: ({ source, version }) => ({
    command: process.execPath,
    args: [source, ...addressed],
    env: { CORPUS_VERSION: `${version}` },
    // It starts the server as another user itself.
    isPrivileged: true,
  }),
};

/** Both versions run under one path, as a deployed service does. */
function runCopy({ folder, buildFolder, program, version }: Built, make: (out: string) => void): Command {
  const out = path.join(buildFolder, program);
  make(out);
  const command = path.join(folder, program);
  copyFileSync(out, command);
  chmodSync(command, 0o755);
  return {
    command,
    args: addressed,
    env: { CORPUS_VERSION: `${version}` },
  };
}

function interpreted({ source, folder, version }: Built, command: string): Command {
  // With what it imports.
  cpSync(path.dirname(source), folder, { recursive: true });
  const script = path.join(folder, path.basename(source));
  return { command, args: [script, ...addressed], env: { CORPUS_VERSION: `${version}` } };
}

/** A line that begins with `#1 ` or `#2 ` is of that version alone. */
function configure({ source, folder, version, program }: Built): string {
  const file = path.join(folder, `${program}.conf`);
  const lines = readFileSync(source, 'utf8').split('\n');
  const own = lines.map((line) => line.replace(new RegExp(`^#${version} `, 'u'), ''));
  const text = own.filter((line) => !/^#[12] /u.test(line)).join('\n');
  writeFileSync(file, text.replaceAll('{folder}', folder));
  return file;
}

/** With the ports of this run, in arguments and in the files of a configuration. */
export function fillIn(text: string, { port, peerPort, namePort }: Addresses): string {
  return text.replaceAll('{port}', `${port}`).replaceAll('{peer}', `${peerPort}`).replaceAll('{names}', `${namePort}`);
}
