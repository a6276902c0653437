/** ARCHITECTURE.md with every drawing as the code has it now. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drawingPage } from './architecture-page.ts';
import { fill as fillFloors } from './floor-drawing.ts';
import type { Page } from './page.ts';
import { fill as fillSession } from './session-drawing.ts';

export function render(): Page[] {
  const file = path.resolve(import.meta.dirname, '../..', drawingPage);
  return [{ path: drawingPage, text: fillSession(fillFloors(readFileSync(file, 'utf8'))) }];
}
