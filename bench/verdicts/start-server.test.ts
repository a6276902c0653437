import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildC } from './start-server.ts';
import { unchanged, type Variant, variants } from './variants.ts';

describe('a build of the C server', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'verdicts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function build({ name, flags }: Variant): Buffer {
    const file = path.join(folder, name);
    buildC(file, ['-Werror', ...flags]);
    return readFileSync(file);
  }

  const functions = ['compute_price', 'apply_discounts', 'price_of_basket'];
  const symbolsOf = (executable: Buffer): string[] => functions.filter((name) => executable.includes(`\0${name}\0`));
  const named = (name: string): Variant => variants.find((one) => one.name === name) ?? unchanged;

  it('has each function under its own name', () => {
    expect(symbolsOf(build(unchanged))).toEqual(['compute_price', 'apply_discounts']);
  });

  it('differs in names only where a function was renamed', () => {
    expect(symbolsOf(build(named('renamed')))).toEqual(['apply_discounts', 'price_of_basket']);
  });

  it('lacks the function that was inlined', () => {
    expect(symbolsOf(build(named('inlined')))).toEqual(['compute_price']);
  });

  it('is as large with a longer loop, and not the same', () => {
    const [before, after] = [build(unchanged), build(named('loop-x3'))];
    expect(after.length).toBe(before.length);
    expect(after.equals(before)).toBe(false);
  });
});
