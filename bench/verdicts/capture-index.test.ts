import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToIndex, readIndex } from './capture-index.ts';
import { makeEntry } from './made-entry.ts';

const entry = makeEntry('go-001', 'go');

describe('the index of captures', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'verdicts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is empty before the first capture, and then lists them in order', () => {
    expect(readIndex(folder)).toEqual([]);
    addToIndex(folder, entry);
    addToIndex(folder, { ...entry, id: 'go-002', round: 2 });
    expect(readIndex(folder).map(({ id }) => id)).toEqual(['go-001', 'go-002']);
    expect(readIndex(folder)[0]).toEqual(entry);
  });

  it('drops a line that was interrupted, and goes on after it', () => {
    addToIndex(folder, entry);
    appendFileSync(path.join(folder, 'index.jsonl'), '{"id":"go-002","ser');
    expect(readIndex(folder)).toEqual([entry]);
    addToIndex(folder, { ...entry, id: 'go-002' });
    expect(readIndex(folder).map(({ id }) => id)).toEqual(['go-001', 'go-002']);
  });

  it('names the line and the field that are wrong', () => {
    addToIndex(folder, entry);
    appendFileSync(path.join(folder, 'index.jsonl'), `${JSON.stringify({ ...entry, requests_sent: -1 })}\n`);
    expect(() => readIndex(folder)).toThrow(/index\.jsonl:2: requests_sent/u);
    expect(() => addToIndex(folder, { ...entry, id: '../escape' })).toThrow(/id/u);
  });
});
