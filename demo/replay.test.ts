import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decodeBundle } from '../profiler/witness/bundle/encode.ts';
import { plan } from './captures.ts';
import { readRecording, recordingFolder } from './replay.ts';

test('the recording has a capture for each of those that the demo takes, in their order', () => {
  const folder = recordingFolder(path.resolve('.'));
  const recorded = readRecording(folder).bundles.map(
    (name) => decodeBundle(readFileSync(path.join(folder, name))).bundle,
  );
  expect(recorded.map(({ request: { version, kind } }) => ({ version, kind }))).toEqual(
    plan.map(({ version, kind }) => ({ version, kind })),
  );
  for (const { axes, probes } of recorded) {
    const compared = axes.filter(({ axis }) => ['cpu_stacks', 'files', 'network', 'syscalls'].includes(axis));
    expect(compared.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete', 'complete']);
    expect(probes.filter(({ state }) => state === 'failed' || state === 'attached_silent')).toEqual([]);
  }
});
