import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { layers } from './architecture.ts';
import { control } from './control-floors.ts';
import { findCycles, toGraph } from './find-cycles.ts';
import type { Layer } from './floors.ts';
import { page } from './web-floors.ts';
import { wallClockNames, wallClockPlaces } from './wall-clock.ts';

interface Import {
  readonly from: string;
  readonly to: string;
}

const sources = globSync('{src,bench,catalog,connectors,demo,profiler,web}/**/*.{ts,tsx}').filter(
  (file) => !file.endsWith('.test.ts'),
);
const imports = sources.flatMap(importsOf);
const layersOfFolders = new Map<string, Layer | undefined>();

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

describe.each([control, page])('in $root', ({ root, floors }) => {
  const isWithin = (file: string): boolean => file.startsWith(`${root}/`);
  const within = imports.filter(({ from, to }) => isWithin(from) && isWithin(to));
  const folders = floors.flatMap((floor) => floor.folders.map(({ folder }) => folder));

  test('every folder has a floor, and every row a folder', () => {
    const held = new Set(sources.filter(isWithin).map(folderOf));
    expect([...held].toSorted()).toEqual(folders.toSorted());
  });

  test('a folder imports only folders below it, types included, so that no import leads back', () => {
    expect(within.length).toBeGreaterThan(0);
    const rankOf = (file: string): number => folders.indexOf(folderOf(file));
    const upward = within.filter(({ from, to }) => folderOf(from) !== folderOf(to) && rankOf(from) <= rankOf(to));
    expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('a matter imports of another one what that one exports for it, and exports nothing else', () => {
    const matters = floors.flatMap((floor) => floor.folders.filter(({ exports }) => exports !== undefined));
    const floorOfMatters = floors.find(({ name }) => name === 'domains' || name === 'subjects');
    expect(matters).toEqual(expect.arrayContaining([...(floorOfMatters?.folders ?? [{}])]));
    const isMatter = (file: string): boolean => matters.some(({ folder }) => folder === folderOf(file));
    const met = within.filter(
      ({ from, to }) => folderOf(from) !== folderOf(to) && [from, to].every((file) => isMatter(file)),
    );
    const exported = matters.flatMap(({ folder, exports = [] }) => exports.map((one) => `${root}/${folder}/${one}`));
    const withoutEnding = (file: string): string => file.replace(/\.tsx?$/u, '');
    expect([...new Set(met.map(({ to }) => withoutEnding(to)))].toSorted()).toEqual(exported.toSorted());
  });

  function folderOf(file: string): string {
    return path.dirname(file.slice(root.length + 1)).replace(/^\.$/u, '');
  }
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
  expect(findCycles(toGraph(all.map(({ from, to }) => [from, to])))).toEqual([]);
});

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
  const folder = path.dirname(file);
  if (!layersOfFolders.has(folder)) {
    const owners = layers.filter((layer) => patternOf(layer).test(file));
    layersOfFolders.set(folder, owners.toSorted((a, b) => b.path.length - a.path.length)[0]);
  }
  return layersOfFolders.get(folder);
}

function instanceOf(layer: Layer, file: string): string | undefined {
  return patternOf(layer).exec(file)?.groups?.['id'];
}

function patternOf({ path: layerPath }: Layer): RegExp {
  return new RegExp(`^${layerPath.replace('<id>', '(?<id>[^/]+)')}/`, 'u');
}
