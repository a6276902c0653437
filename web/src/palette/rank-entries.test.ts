import { expect, test } from 'vitest';
import { type Entry, mostShown, rankEntries } from './rank-entries.ts';

const entry = (kind: Entry['kind'], label: string, detail = ''): Entry => ({ kind, label, detail, href: `/${label}` });
const entries = [
  entry('capture', 'metrics-api 1.0', 'production'),
  entry('operation', 'dns.query', 'Answers metrics too'),
  entry('operation', 'metrics.query', 'One series by time'),
  entry('operation', 'biometrics.list'),
  entry('page', 'Permissões', 'Página'),
  entry('page', 'Metrics'),
  entry('workload', 'metrics-api', 'production'),
];
const labels = (search: string, recent: readonly string[] = []): string[] =>
  rankEntries(entries, search, recent).map(({ label }) => label);

test('the whole label comes first, then its start, its words, its inside, the detail', () => {
  expect(labels('metrics')).toEqual([
    'Metrics',
    'metrics-api',
    'metrics.query',
    'metrics-api 1.0',
    'biometrics.list',
    'dns.query',
  ]);
  expect(labels('query').slice(0, 2)).toEqual(['dns.query', 'metrics.query']);
});

test('every word must be found, in label or detail', () => {
  expect(labels('metrics production')).toEqual(['metrics-api', 'metrics-api 1.0']);
  expect(labels('metrics nowhere')).toEqual([]);
});

test('what was opened before wins among equals, and only there', () => {
  expect(labels('metrics', ['/metrics-api 1.0', '/dns.query'])).toEqual([
    'Metrics',
    'metrics-api 1.0',
    'metrics-api',
    'metrics.query',
    'biometrics.list',
    'dns.query',
  ]);
});

test('without a search what was opened before comes first, the latest first, then the pages', () => {
  expect(labels(' ', ['/dns.query', '/metrics-api', '/gone'])).toEqual([
    'dns.query',
    'metrics-api',
    'Metrics',
    'Permissões',
  ]);
});

test('finds without accents and in any case', () => {
  expect(labels('PERMISSOES')).toEqual(['Permissões']);
  expect(labels('página')).toEqual(['Permissões']);
});

test('shows a bounded number of entries', () => {
  const many = Array.from({ length: 500 }, (_, at) => entry('capture', `api ${at}`));
  expect(rankEntries(many, 'api', [])).toHaveLength(mostShown);
});
