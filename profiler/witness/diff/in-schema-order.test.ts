import { expect, test } from 'vitest';
import { makeCapture } from '../../../test/made-bundle.ts';
import { called, makeRecord, opened, ran, sampled } from '../../../test/made-capture.ts';
import { diffOf } from '../../../test/made-diff.ts';
import { Diff } from './diff.ts';
import { inSchemaOrder } from './in-schema-order.ts';

const { axes } = makeRecord();
const measured = (version: string, factor: number, file: string) =>
  Array.from({ length: 3 }, (_, at) =>
    makeCapture(version, {
      ...axes,
      syscalls: {
        calls: [called('read', 5000 + at), called('write', 900 * factor), called(`only_${file}`, 4000)],
        cut: 0,
      },
      cpu_stacks: sampled([ran('main', 2000 + at), ran('price', 500 * factor)]),
      files: { opens: [opened('/etc/app.conf', 600), opened(`/etc/${file}.conf`)], cut: 0 },
    }),
  );

test.each([
  ['with verdicts, rows of one side and sets', measured('1', 1, 'old'), measured('2', 3, 'new')],
  ['without replicates', measured('1', 1, 'old').slice(0, 1), measured('2', 3, 'new').slice(0, 1)],
])('a comparison %s has the bytes that reading it by its schema would give it', (_name, before, after) => {
  const diff = diffOf(before, after, { spacingMs: 0 });
  const rows = diff.axes.flatMap(({ changes }) => changes);
  expect(new Set(rows.map(({ change }) => change))).toContain('new');
  expect(JSON.stringify(inSchemaOrder(diff))).toBe(JSON.stringify(Diff.parse(diff)));
});
