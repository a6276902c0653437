import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Row } from '../../test/floors.ts';
import { drawingPage } from './architecture-page.ts';
import { draw, drawings, fill } from './floor-drawing.ts';

test('the page holds the drawing of the rows as they are', () => {
  const page = readFileSync(drawingPage, 'utf8');
  expect(fill(page)).toBe(page);
  for (const { houses } of drawings) for (const { floors } of houses) expect(page).toContain(draw(floors));
});

test('draws each floor with its folders, the highest first, and no arrow that follows from others', () => {
  const folderOf = (folder: string, mayImport: string[]): Row => ({ folder, mayImport, because: '' });
  const drawn = draw([
    { name: 'low', holds: '', folders: [folderOf('api', []), folderOf('store/migrations', ['api'])] },
    { name: 'high', holds: '', folders: [folderOf('', ['api', 'store/migrations'])] },
  ]);
  expect(drawn.split('\n')).toEqual([
    '```mermaid',
    'flowchart TB',
    '  subgraph floor_high["high"]',
    '    in_["loose files"]',
    '  end',
    '  subgraph floor_low["low"]',
    '    in_api["api"]',
    '    in_store_migrations["store/migrations"]',
    '  end',
    '  in_ --> in_store_migrations',
    '  in_store_migrations --> in_api',
    '```',
  ]);
});
