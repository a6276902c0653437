import { expect, test } from 'vitest';
import { formatValue, normalizeUnit, unitOfMetric, unitOfPromql } from './metric-unit.ts';

test.each([
  ['http_request_duration_seconds', 's'],
  ['process_cpu_seconds_total', 's'],
  ['node_memory_free_bytes', 'bytes'],
  ['http_requests_total', 'requests'],
  ['disk_used_ratio', 'ratio'],
  ['up', ''],
  ['total', ''],
])('the metric %s has the unit "%s"', (name, unit) => {
  expect(unitOfMetric(name)).toBe(unit);
});

test.each([
  ['http_requests_total{job="api"}', 'requests'],
  ['sum by (job) (rate(http_requests_total{path="/a(b"}[5m]))', 'requests/s'],
  ['rate(node_network_receive_bytes_total[5m] offset 1h)', 'bytes/s'],
  ['increase(http_requests_total[1h])', 'requests'],
  ['histogram_quantile(0.99, sum(rate(http_request_duration_seconds_bucket[5m])) by (le))', 's'],
  ['topk(5, node_memory_free_bytes) # the greatest', 'bytes'],
  ['deriv(node_load1[5m])', '/s'],
])('the query %s returns "%s"', (query, unit) => {
  expect(unitOfPromql(query)).toBe(unit);
});

test.each([
  'rate(a_bytes_total[5m]) * 8',
  'a_bytes / b_bytes',
  'count(a_seconds)',
  'a_seconds > 1',
  '{__name__="a_bytes"}',
  'a_bytes and b_bytes',
  'changes(a_seconds[5m])',
  '',
])('says no unit of %s, which computes with it or names none', (query) => {
  expect(unitOfPromql(query)).toBe('');
});

test.each([
  ['Bytes/Second', 'bytes/s'],
  ['Seconds', 's'],
  ['Percent', '%'],
  ['Count', 'Count'],
  ['None', ''],
  ['requests/s', 'requests/s'],
])('%s as a system reports it is %s', (reported, unit) => {
  expect(normalizeUnit(reported)).toBe(unit);
});

test.each([
  [0.25, 's', '250 ms'],
  [0, 's', '0 s'],
  [1_572_864, 'bytes/s', '1.50 MiB/s'],
  [1234.5, 'requests/s', '1,235 requests/s'],
  [0.5, '/s', '0.5/s'],
  [7, '', '7'],
])('%d in "%s" is written %s', (value, unit, text) => {
  expect(formatValue(value, unit, 'en')).toBe(text);
});
