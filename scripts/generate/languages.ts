import { readFileSync } from 'node:fs';
import path from 'node:path';
import { code, type Page, renderTable, toPage } from './page.ts';

const source = 'profiler/ptop/crates/ptop/tests/languages.tsv';
const columns = 8;

export function render(): Page[] {
  const rows = readFileSync(path.resolve(import.meta.dirname, '../..', source), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  const wrong = rows.find((row) => row.length !== columns);
  if (wrong !== undefined) {
    throw new Error(`${source}: ${wrong[0]} has ${wrong.length} columns, and ${columns} are expected`);
  }
  const headers = ['language', 'versions', 'tested with', 'whole stacks', 'names', 'lines', 'not read'];
  return [
    toPage('languages.md', source, [
      '# Languages that the Profiler reads',
      'A function of these languages appears under its own name, with its file and its lines, and stacks lead through it to their beginning. Nothing is added to the program: no agent, no flag, no restart, unless the table says so.',
      'The tests of the collector capture a program on each version in the column "tested with", whose calls are known: every sampled stack must be one that the program can have, and as many of them whole as the table says. What is in no row is not read, and is said in the record: `runtimes` names the runtime with its `problem`, and `unread` counts the samples that ran in it.',
      renderTable(
        headers,
        rows.map(([word = '', name = '', versions = '', tested = '', whole = '', ...rest]) => [
          `${name} (${code(word)})`,
          versions,
          tested,
          `≥ ${Number(whole) / 10} %`,
          ...rest,
        ]),
      ),
    ]),
  ];
}
