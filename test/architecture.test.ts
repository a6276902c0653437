import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type Layer, layers } from './architecture.ts';
import { findCycles, toGraph } from './find-cycles.ts';
import { wallClockNames, wallClockPlaces } from './wall-clock.ts';

interface Import {
  readonly from: string;
  readonly to: string;
}

const sources = globSync('{src,bench,catalog,connectors,demo,profiler,web}/**/*.{ts,tsx}').filter(
  (file) => !file.endsWith('.test.ts'),
);
const imports = sources.flatMap(importsOf);

test('the walk saw the tree (a checker that reads nothing always passes)', () => {
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((file) => layerOf(file) === undefined)).toEqual([]);
});

test.each(layers)('$name imports only what it may', (layer) => {
  const broken = imports.filter(({ from, to }) => layerOf(from) === layer && !isAllowed(layer, from, to));
  expect(broken.map(({ from, to }) => `${from} -> ${to} (${layer.because})`)).toEqual([]);
});

test('the table allows no unused import', () => {
  const used = new Set(
    imports.map(({ from, to }) => `${layerOf(from)?.name} -> ${to.startsWith('node:') ? 'node' : layerOf(to)?.name}`),
  );
  const allowed = layers.flatMap(({ name, mayImport }) => mayImport.map((one) => `${name} -> ${one}`));
  expect(allowed.filter((one) => !used.has(one))).toEqual([]);
});

test('no files import one another in a circle, by their types either', () => {
  const planted = 'ab bc ca cd de ed fa'.split(' ').map(([from = '', to = '']) => [from, to] as const);
  expect(findCycles(toGraph(planted))).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
  const others = globSync('{scripts,test}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const known = new Set([...sources, ...others]);
  const all = [...imports, ...others.flatMap(importsOf)].filter(({ to }) => known.has(to));
  const cycles = findCycles(toGraph(all.map(({ from, to }) => [from, to])));
  expect(cycles.filter((files) => !files.every((file) => file.startsWith(withCycles)))).toEqual([]);
});

/** Whose cycles are still to be ended; a cycle that leaves it is none of them. */
const withCycles = 'src/control/';

test('folders of the witness are floors: each has a row of its own, and none imports one that imports it', () => {
  const own = imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith('profiler/witness/')));
  const folders = own.map(({ from, to }) => [path.dirname(from), path.dirname(to)] as const);
  expect(findCycles(toGraph(folders))).toEqual([]);
  const rows = new Set(layers.map((layer) => layer.path));
  expect([...new Set(folders.flat())].filter((folder) => !rows.has(folder))).toEqual([]);
});

test('the control plane sees the clock of its machine only where it is listed, and goes by the steady clock elsewhere', () => {
  const seen = sources.filter(
    (file) => file.startsWith('src/control/') && wallClockNames.test(withoutComments(readFileSync(file, 'utf8'))),
  );
  expect(seen.toSorted()).toEqual(Object.keys(wallClockPlaces));
});

test('Agent and Profiler start no program but the collector and the worker of their own checks', () => {
  const folders = /^(?:connectors|profiler\/host|src\/(?:agent|cloud|connector|core|secrets|tunnel))\//u;
  const starting = imports.filter(({ from, to }) => folders.test(from) && /^(?:node:)?child_process$/u.test(to));
  // Servers that tests of connectors ask are in no image.
  const files = starting.map(({ from }) => from).filter((from) => !from.includes('/upstream/'));
  expect(files.toSorted()).toEqual([
    // `ptop capabilities` and `ptop targets`
    'profiler/host/boot/gather-facts.ts',
    // `ptop capture`
    'profiler/host/capture/collector-process.ts',
    'src/agent/health/worker-run.ts',
  ]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '');
}

function importsOf(from: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(from, readFileSync(from, 'utf8')).module;
  const specifiers = [
    ...staticImports.map((one) => one.moduleRequest.value),
    ...staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.map((one) =>
      readFileSync(from, 'utf8').slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1),
    ),
  ];
  return specifiers.map((to) => ({ from, to: to.startsWith('.') ? path.join(path.dirname(from), to) : to }));
}

function isAllowed(layer: Layer, from: string, to: string): boolean {
  if (to.startsWith('node:')) return true;
  const target = layerOf(to);
  if (target === undefined) return isPackageAllowed(layer, to);
  if (layer.mayImport.includes(target.name)) return true;
  if (target !== layer) return false;
  return instanceOf(layer, from) === instanceOf(layer, to);
}

function isPackageAllowed({ packages }: Layer, specifier: string): boolean {
  return packages === undefined || packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Most specific layer that owns a path. */
function layerOf(file: string): Layer | undefined {
  return layers.filter((layer) => patternOf(layer).test(file)).toSorted((a, b) => b.path.length - a.path.length)[0];
}

function instanceOf(layer: Layer, file: string): string | undefined {
  return patternOf(layer).exec(file)?.groups?.['id'];
}

function patternOf({ path: layerPath }: Layer): RegExp {
  return new RegExp(`^${layerPath.replace('<id>', '(?<id>[^/]+)')}/`, 'u');
}
