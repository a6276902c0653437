import { expect, test } from 'vitest';
import { bundleWith, amountsOf, featuresOf } from '../../../../test/made-bundle.ts';
import { blocksOf, changed, moved, opened } from '../../../../test/made-capture.ts';

test('keys that mean the same are added up, blocks and times included', () => {
  const opens = ['0b4ee7f8-2c0a-4c7e-9a52-0b1f6d0f3b11', '5d6a1c0e-9f3b-4a70-8a37-0c2f5b7f8e22'].map((id) =>
    opened(`/run/${id}.lock`, 5),
  );
  const bundle = bundleWith({ files: { opens, cut: 0 } });
  expect(featuresOf(bundle, 'files')).toEqual([
    { key: '/run/{uuid}.lock read', amount: 10, unit: 'events', events: 10, blocks: blocksOf(10) },
  ]);
  expect(bundle.templates).toEqual({ '{uuid}': 2 });
});

test('a changed file has the key of what was done to its path and of a refusal', () => {
  const changes = [
    changed('/tmp/7f3a1c9e-8f21-4b6e-9f7d-2a1b3c4d5e6f', 'unlink', 2),
    changed('/tmp/0b9d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f', 'unlink', 3),
    changed('/etc/app.conf', 'chmod', 1, 'EPERM'),
    changed('/etc/app.conf', 'rename_to', 1),
  ];
  expect(amountsOf('file_changes', { file_changes: { changes, cut: 0 } })).toEqual([
    ['chmod /etc/app.conf EPERM', 1],
    ['rename_to /etc/app.conf', 1],
    ['unlink /tmp/{uuid}', 5],
  ]);
});

test('adds bytes, time and latencies of paths with one key, and names the kind of what is not a file', () => {
  const transfers = [
    moved('/tmp/7f3a1c9e-8f21-4b6e-9f7d-2a1b3c4d5e6f', 'read', 2),
    moved('/tmp/0b9d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f', 'read', 3),
    { ...moved('', 'write', 1), path: undefined, kind: 'socket' as const },
    moved('/data', 'fsync', 4, { bytes: 0, outcome: 'EIO' }),
  ];
  const sums = featuresOf(bundleWith({ file_io: { transfers, cut: 0 } }), 'file_io');
  expect(sums.map(({ key, amount, bytes, ns, hist }) => [key, amount, bytes, ns, hist?.[9]])).toEqual([
    ['fsync /data EIO', 4, 0, 4000, 4],
    ['read /tmp/{uuid}', 5, 500, 5000, 5],
    ['write socket', 1, 100, 1000, 1],
  ]);
});
