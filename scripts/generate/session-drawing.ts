/** The session of the tunnel as two drawings in ARCHITECTURE.md, between two marks that stay. */
import { frameKinds } from '../../src/tunnel/session/frame.ts';
import { type Cell, clientTable, serverTable } from '../../src/tunnel/session/session-state.ts';
import { fillBetween } from './architecture-page.ts';

type AnyTable = Readonly<Record<string, Readonly<Record<string, Cell<string, string>>>>>;

const marks = {
  begin: '<!-- Generated from src/tunnel/session/session-state.ts. Change that and run `npm run generate`. -->',
  end: '<!-- End of what is generated. -->',
};

/** @throws Error when the page does not have each mark once, in this order. */
export function fill(page: string): string {
  return fillBetween(page, marks, [
    'The instance:',
    draw(clientTable, 'connected'),
    'The control plane:',
    draw(serverTable, 'challenged'),
  ]);
}

/**
 * A Mermaid state diagram. What does not change the phase is left out, except what a live session exchanges;
 * what ends every phase alike is drawn once.
 */
export function draw(table: AnyTable, first: string): string {
  const phases = Object.entries(table)
    .filter(([phase]) => phase !== 'ended')
    .map(([phase, row]) => ({ phase, arrows: arrowsFrom(phase, row) }));
  const ends = phases.map(({ arrows }) => arrows.get('ended') ?? []);
  const shared = (ends[0] ?? []).filter((label) => ends.every((labels) => labels.includes(label)));
  const moves = phases.flatMap(({ phase, arrows }) =>
    [...arrows].filter(([next]) => next !== 'ended').map(([next, labels]) => arrow(phase, next, labels)),
  );
  const own = phases.map(({ phase }, at) =>
    arrow(
      phase,
      'ended',
      (ends[at] ?? []).filter((label) => !shared.includes(label)),
    ),
  );
  const every = shared.length === 0 ? [] : ['  state "every phase" as every', arrow('every', 'ended', shared)];
  const lines = [`  [*] --> ${first}`, ...moves, ...own, ...every, '  ended --> [*]'];
  return ['```mermaid', 'stateDiagram-v2', ...lines.filter(Boolean), '```'].join('\n');
}

function arrow(from: string, to: string, labels: readonly string[]): string {
  return labels.length === 0 ? '' : `  ${from} --> ${to}: ${labels.join(', ')}`;
}

function arrowsFrom(phase: string, row: AnyTable[string] = {}): ReadonlyMap<string, readonly string[]> {
  const arrows = new Map<string, string[]>();
  const add = (next: string, label: string): unknown => arrows.set(next, [...(arrows.get(next) ?? []), label]);
  for (const [trigger, cell] of Object.entries(row)) {
    if ('action' in cell && cell.next !== phase) add(cell.next, `${trigger} / ${cell.action}`);
    if ('link' in cell) add(phase, trigger);
    if ('end' in cell && cell.end !== 'frame_unexpected') {
      add('ended', cell.end === 'given' ? trigger : `${trigger} / ${cell.end}`);
    }
  }
  const isUnexpected = frameKinds.some((kind) => {
    const cell = row[kind];
    return cell !== undefined && 'end' in cell && cell.end === 'frame_unexpected';
  });
  if (isUnexpected) add('ended', 'any other frame / frame_unexpected');
  return arrows;
}
