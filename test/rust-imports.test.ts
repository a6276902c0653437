import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readCrate } from './rust-imports.ts';

let source: string;
afterEach(() => rmSync(source, { recursive: true }));

/** The imports of a crate of these files, as `from -> to`. */
function importsOf(files: Readonly<Record<string, string>>): string[] {
  source = mkdtempSync(path.join(tmpdir(), 'farol-crate-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
    writeFileSync(path.join(source, name), text);
  }
  const short = (file: string): string => path.relative(source, file);
  return readCrate(source)
    .imports.map(({ from, to }) => `${short(from)} -> ${short(to)}`)
    .toSorted();
}

test('follows a path through re-exports to the file that defines its item', () => {
  const imports = importsOf({
    'main.rs': 'mod bpf;\nmod user;\nfn main() { user::run(); }',
    'bpf/mod.rs': 'mod table;\npub use table::{self as tables, Table as Map};\npub struct Own;',
    'bpf/table.rs': 'pub struct Table;\nuse super::Own;',
    'user.rs': 'use crate::bpf::{self, Map};\npub fn run() { bpf::tables::open(); }',
  });
  expect(imports).toEqual([
    'bpf/mod.rs -> bpf/table.rs',
    'bpf/table.rs -> bpf/mod.rs',
    'main.rs -> user.rs',
    'user.rs -> bpf/table.rs',
  ]);
});

test('sees paths in code and macros, with super and self, and in folders of both forms', () => {
  const imports = importsOf({
    'lib.rs': 'mod a;\nmod b;',
    'a.rs': 'pub mod c;\nfn f() { self::c::g(); }\nmacro_rules! m { () => { $crate::b::h() } }',
    'a/c.rs': 'pub fn g() -> super::super::b::T { panic!() }',
    'b.rs': 'pub struct T;\npub fn h() { let x = crate::a::c::g; }',
  });
  expect(imports).toEqual(['a.rs -> a/c.rs', 'a.rs -> b.rs', 'a/c.rs -> b.rs', 'b.rs -> a/c.rs']);
});

test('leaves out comments, texts, other crates, and what is only for tests', () => {
  const imports = importsOf({
    'lib.rs': 'mod a;\nmod b;\n#[cfg(test)]\nmod made;',
    'a.rs': [
      '//! [`crate::b::T`]',
      'use std::b::T;',
      '/* crate::b::T */ const S: &str = "crate::b::T"; const R: &str = r#"crate::b::T"#; const C: char = \'"\';',
      "fn f<'a>(x: &'a str) {}",
      '#[cfg(test)]\npub use crate::b::{T};',
      '#[cfg(test)]\nmod tests { use crate::b::T; fn g() { if true { T } } }',
    ].join('\n'),
    'b.rs': 'pub struct T;\nuse crate::a::f;',
    'made.rs': 'use crate::a::f;',
  });
  expect(imports).toEqual(['b.rs -> a.rs']);
});

test('refuses a module without a file, of which nothing would be read', () => {
  expect(() => importsOf({ 'lib.rs': 'mod gone;' })).toThrow(/module gone has no file/u);
  rmSync(source, { recursive: true });
  expect(() => importsOf({ 'other.rs': '' })).toThrow(/neither main.rs nor lib.rs/u);
});
