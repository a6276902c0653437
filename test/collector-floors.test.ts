import { describe, expect, test } from 'vitest';
import { crates, folderOf } from './collector-floors.ts';
import { findCycles, toGraph } from './find-cycles.ts';
import { readCrate } from './rust-imports.ts';

describe.each(crates)('in the crate $name of the collector', (crate) => {
  const { files, imports } = readCrate(crate.source);
  const rows = crate.floors.flatMap(({ folders }) => folders);
  const between = imports
    .map(({ from, to }) => ({ from, to, folder: folderOf(crate, from), used: folderOf(crate, to) }))
    .filter(({ folder, used }) => folder !== used);

  test('every folder has a floor, and every row a folder', () => {
    expect(imports.length).toBeGreaterThan(0);
    const held = new Set(files.map((file) => folderOf(crate, file)));
    expect([...held].toSorted()).toEqual(rows.map(({ folder }) => folder).toSorted());
  });

  test.each(rows)('$folder imports only what it may, and all of that', ({ folder, mayImport, because }) => {
    const own = between.filter((one) => one.folder === folder);
    const broken = own.filter(({ used }) => !mayImport.includes(used));
    expect(broken.map(({ from, to }) => `${from} -> ${to} (${because})`)).toEqual([]);
    expect(mayImport.filter((one) => own.every(({ used }) => used !== one))).toEqual([]);
  });

  test('a folder imports only folders below it, so that no import leads back', () => {
    const order = rows.map(({ folder }) => folder);
    const upward = between.filter(({ folder, used }) => order.indexOf(folder) <= order.indexOf(used));
    expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('no files import one another in a circle', () => {
    expect(findCycles(toGraph(imports.map(({ from, to }) => [from, to])))).toEqual([]);
  });
});
