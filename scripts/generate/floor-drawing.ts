/** The folders of the control plane as a drawing in ARCHITECTURE.md. */
import { floors } from '../../test/control-floors.ts';
import { fillBetween } from './architecture-page.ts';

/** What a drawing needs of a table of floors. */
export interface DrawnFloor {
  readonly name: string;
  readonly holds: string;
  readonly folders: readonly { readonly folder: string; readonly mayImport: readonly string[] }[];
}

const marks = {
  begin: '<!-- Generated from test/control-floors.ts. Change that and run `npm run generate`. -->',
  end: '<!-- End of the drawing of the floors. -->',
};

/** @throws Error when the page does not have each mark once, in this order. */
export function fill(page: string): string {
  return fillBetween(page, marks, [list(floors), draw(floors)]);
}

export function list(listed: readonly DrawnFloor[]): string {
  return listed
    .toReversed()
    .map(({ name, holds }) => `- **${name}**: ${holds}`)
    .join('\n');
}

/** A Mermaid flowchart, the highest floor first. What a folder also reaches over another one has no arrow of its own. */
export function draw(drawn: readonly DrawnFloor[]): string {
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
