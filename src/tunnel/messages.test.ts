import { expect, test } from 'vitest';
import { commands } from './messages.ts';

test('the control plane asks an instance for an operation, checks or a capture, and for nothing else', () => {
  const ofClass = (wanted: string): string[] =>
    Object.entries(commands).flatMap(([name, one]) => (one.class === wanted ? [name] : []));
  expect(ofClass('agent')).toEqual(['operation.run', 'health.run']);
  expect(ofClass('profiler')).toEqual(['capture.start', 'capture.abort']);
  // Keys and authorities that replace their predecessors, signed by these.
  expect(ofClass('any')).toEqual(['keys.announce', 'authority.announce']);
});
