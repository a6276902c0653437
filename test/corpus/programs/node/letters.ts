/** Letters to customers: /items?item=N puts the parts of a letter together for customer N. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, second, start } from './service.ts';
import { Router } from './vendor/small-router/index.ts';

const folder = makeFolder();
const parts = Array.from({ length: 24 }, (_, index) => `paragraph-${index + 1}`);
for (const part of parts) {
  const text = `This is ${part} of a letter to customer {{number}} about the order of {{month}}.\n`;
  writeFileSync(path.join(folder, `${part}.txt`), text.repeat(4));
}

const cached = new Map<string, string>();

function readPart(name: string): string {
  if (second) return readFileSync(path.join(folder, `${name}.txt`), 'utf8');
  let text = cached.get(name);
  if (text === undefined) cached.set(name, (text = readFileSync(path.join(folder, `${name}.txt`), 'utf8')));
  return text;
}

function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_, key: string) => values[key] ?? '');
}

const router = new Router().get('/items', ({ query }) => {
  const values = { number: query.get('item') ?? '0', month: 'November' };
  return { body: parts.map((part) => fillIn(readPart(part), values)).join('\n') };
});

start(router);
