import { beforeEach, expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const mebi = 1 << 20;
let budget: ByteBudget;
let granted: string[];

beforeEach(() => {
  budget = new ByteBudget({ total: 64 * mebi, ofOrganization: 32 * mebi, ofInstance: 16 * mebi });
  granted = [];
});

function take(organization: string, instance: string, bytes: number): () => void {
  return budget.roomOf(organization, instance).take(bytes, () => granted.push(instance));
}

test('an instance that announces megabytes and sends none waits for itself', () => {
  const releases = Array.from({ length: 16 }, () => take('acme', 'hostile', 16 * mebi));
  expect(granted).toEqual(['hostile']);
  take('acme', 'honest', 8 * mebi);
  take('globex', 'other', 16 * mebi);
  expect(granted).toEqual(['hostile', 'honest', 'other']);
  releases[0]?.();
  expect(granted).toEqual(['hostile', 'honest', 'other', 'hostile']);
});

test('a payload of 300 KB never waits for long ones', () => {
  for (let at = 0; at < 40; at += 1) take(`org-${at % 10}`, `hostile-${at}`, 16 * mebi);
  granted = [];
  take('org-1', 'honest', 300 * 1024);
  expect(granted).toEqual(['honest']);
});

test('short payloads have shares too', () => {
  for (let at = 0; at < 100; at += 1) take('acme', 'hostile', mebi);
  expect(granted).toHaveLength(4);
  take('acme', 'honest', mebi);
  expect(granted.at(-1)).toBe('honest');
});

test('an organization that holds none gets room although others hold all of it', () => {
  for (const organization of ['a', 'b']) {
    for (let at = 0; at < 4; at += 1) take(organization, `${organization}-${at}`, 16 * mebi);
  }
  expect(budget.usedBytes).toBe(64 * mebi);
  take('c', 'honest', 16 * mebi);
  expect(granted.at(-1)).toBe('honest');
});

test('the peer that holds least is next, and the first of its own payloads', () => {
  const first = take('acme', 'a', 16 * mebi);
  const second = take('acme', 'b', 16 * mebi);
  take('acme', 'a', 15 * mebi);
  take('acme', 'c', 16 * mebi);
  first();
  expect(granted).toEqual(['a', 'b', 'a']);
  second();
  expect(granted).toEqual(['a', 'b', 'a', 'c']);
});

test('bytes come back once, whether they were held or waited for', () => {
  const held = take('acme', 'a', 16 * mebi);
  const waiting = take('acme', 'a', 16 * mebi);
  waiting();
  waiting();
  held();
  held();
  expect(budget.usedBytes).toBe(0);
  expect(granted).toEqual(['a']);
});
