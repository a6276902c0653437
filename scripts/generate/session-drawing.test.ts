import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientTable, serverTable } from '../../src/tunnel/session/session-state.ts';
import { drawingPage } from './architecture-page.ts';
import { draw, fill } from './session-drawing.ts';

const page = readFileSync(drawingPage, 'utf8');

test('the page holds the drawings of the tables as they are', () => {
  expect(fill(page)).toBe(page);
  expect(page).toContain(draw(clientTable, 'connected'));
  expect(page).toContain(draw(serverTable, 'challenged'));
});

test('a drawing that was changed by hand is drawn again, and the words around it stay', () => {
  const changed = page.replace('challenged --> judging', 'challenged --> live');
  expect(changed).not.toBe(page);
  expect(fill(changed)).toBe(page);
  const words = `Words before.\n\n${page}\nWords after.\n`;
  expect(fill(words)).toBe(words);
});

test('a table that was changed gives another drawing', () => {
  const changed = { ...serverTable, judging: { ...serverTable.judging, silence: { end: 'dead' } } } as const;
  expect(page).not.toContain(draw(changed, 'challenged'));
});

describe('a page without its marks', () => {
  test.each([
    ['none', () => 'Words.'],
    ['the first twice', (text: string) => text + text],
    ['no end', (text: string) => text.replace('<!-- End of what is generated. -->', '')],
  ])('is refused with the two lines that it needs: %s', (_what, change) => {
    expect(() => fill(change(page))).toThrow(
      /ARCHITECTURE\.md must hold .*session-state\.ts.*End of what is generated/u,
    );
  });
});

test('draws frames, ends and what a live session exchanges, and no trigger that changes nothing', () => {
  const drawn = draw(
    {
      first: {
        hello: { action: 'judge', next: 'live' },
        ping: { end: 'frame_unexpected' },
        text: { action: 'read', next: 'first' },
        silence: { impossible: 'Not yet.' },
        stop: { end: 'given' },
      },
      live: { ping: { link: 'sendPong' }, pong: { link: 'nothing' }, silence: { end: 'dead' }, stop: { end: 'given' } },
      ended: { ping: { ignored: 'Over.' } },
    },
    'first',
  );
  expect(drawn.split('\n')).toEqual([
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> first',
    '  first --> live: hello / judge',
    '  live --> live: ping, pong',
    '  first --> ended: any other frame / frame_unexpected',
    '  live --> ended: silence / dead',
    '  state "every phase" as every',
    '  every --> ended: stop',
    '  ended --> [*]',
    '```',
  ]);
});
