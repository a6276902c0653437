/** The floors of a part of the product as a drawing in ARCHITECTURE.md. */
import { crates } from '../../test/collector-floors.ts';
import { control } from '../../test/control-floors.ts';
import type { Floor, Row } from '../../test/floors.ts';
import { page as webPage } from '../../test/web-floors.ts';
import { fillBetween } from './architecture-page.ts';

interface Drawing {
  /** Whence it is made, as the mark at its begin says. */
  readonly table: string;
  /** What the mark at its end says that it draws. */
  readonly of: string;
  /** A title, where a table has several houses. */
  readonly houses: readonly { readonly title?: string; readonly floors: readonly Floor<Row>[] }[];
}

export const drawings: readonly Drawing[] = [
  { table: 'test/control-floors.ts', of: 'the floors', houses: [control] },
  { table: 'test/web-floors.ts', of: 'the page', houses: [webPage] },
  { table: 'test/collector-floors.ts', of: 'the collector', houses: crates },
];

/** @throws Error when the page does not have the marks of each drawing once, in this order. */
export function fill(page: string): string {
  let filled = page;
  for (const { table, of, houses } of drawings) {
    const marks = {
      begin: `<!-- Generated from ${table}. Change that and run \`npm run generate\`. -->`,
      end: `<!-- End of the drawing of ${of}. -->`,
    };
    const blocks = houses.flatMap(({ title = '', floors }) => [title, list(floors), draw(floors)]);
    filled = fillBetween(filled, marks, blocks.filter(Boolean));
  }
  return filled;
}

function list(listed: readonly Floor<Row>[]): string {
  return listed
    .toReversed()
    .map(({ name, holds }) => `- **${name}**: ${holds}`)
    .join('\n');
}

/** A Mermaid flowchart, the highest floor first. What a folder also reaches over another one has no arrow of its own. */
export function draw(drawn: readonly Floor<Row>[]): string {
  const below = new Map(drawn.flatMap(({ folders }) => folders.map(({ folder, mayImport }) => [folder, mayImport])));
  const boxes = drawn
    .toReversed()
    .flatMap(({ name, folders }) => [
      `  subgraph floor_${name}["${name}"]`,
      ...folders.map(({ folder }) => `    ${idOf(folder)}["${folder === '' ? 'loose files' : folder}"]`),
      '  end',
    ]);
  const arrows = [...below].toReversed().flatMap(([folder, direct]) => {
    const reached = new Set(direct.flatMap((one) => [...reachableFrom(one, below)]));
    return direct.filter((one) => !reached.has(one)).map((one) => `  ${idOf(folder)} --> ${idOf(one)}`);
  });
  return ['```mermaid', 'flowchart TB', ...boxes, ...arrows, '```'].join('\n');
}

function reachableFrom(folder: string, below: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const direct = below.get(folder) ?? [];
  return new Set([...direct, ...direct.flatMap((one) => [...reachableFrom(one, below)])]);
}

/** Without the words that Mermaid keeps for itself. */
function idOf(folder: string): string {
  return `in_${folder.replaceAll(/\W/gu, '_')}`;
}
