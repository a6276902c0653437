import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { type Gate, runStage } from './run-gates.ts';

const green = { passed: 1, failed: 0, skipped: 0 };

function record(): { printed: string[]; print: (text: string) => void } {
  const printed: string[] = [];
  return { printed, print: (text) => void printed.push(text) };
}

test('lanes run side by side, the gates of a lane one after the other', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const gate = (name: string, until?: Promise<void>): Gate => ({
    name,
    run: async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
      if (name === 'c') first.resolve();
      return green;
    },
  });
  // The first gate of one lane waits for the last of the other.
  const ends = await runStage([[gate('a', first.promise), gate('b')], [gate('c')]], record().print);
  expect(order).toEqual(['a begins', 'c begins', 'c ends', 'a ends', 'b begins', 'b ends']);
  expect(ends.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('a gate that throws has failed with its reason, and the others run', async () => {
  const { printed, print } = record();
  const broken: Gate = {
    name: 'broken',
    run: () => {
      throw new Error('no tool for it');
    },
  };
  const ends = await runStage([[broken, { name: 'next', run: () => green }]], print);
  expect(ends.map(({ tally }) => tally.failed)).toEqual([1, 0]);
  expect(printed[0]).toMatch(/== broken\n.*no tool for it[\s\S]*== broken: FAILED in /u);
});

test('what commands of two lanes print is never mixed, but for the one that prints as it goes', async () => {
  const { printed, print } = record();
  const loud = (name: string): Gate => ({
    name,
    run: async ({ onText }) => {
      const program = `for (let i = 0; i < 3; i++) { console.log('${name} out'); console.error('${name} err'); }`;
      await runCommand([process.execPath, '-e', program], { cwd: process.cwd(), onText });
      return green;
    },
  });
  const live: Gate = {
    name: 'live',
    isLive: true,
    run: ({ say }) => {
      say('as it goes');
      return green;
    },
  };
  await runStage([[loud('a')], [loud('b')], [live]], print);
  expect(printed.slice(0, 2)).toEqual(['\n== live\n', 'as it goes\n']);
  const pieces = printed.filter((text) => / (?:out|err)\n/u.test(text));
  expect(pieces).toHaveLength(2);
  for (const piece of pieces) {
    const [, name = ''] = /== (a|b)\n/u.exec(piece) ?? [];
    expect(piece.match(/^[ab] (?:out|err)$/gmu)?.toSorted()).toEqual([
      ...Array(3).fill(`${name} err`),
      ...Array(3).fill(`${name} out`),
    ]);
  }
});

test('a command that cannot be started fails and says why', async () => {
  let text = '';
  const onText = (more: string): void => void (text += more);
  expect((await runCommand(['/no/such/program'], { cwd: '/', onText })).status).toBeNull();
  expect(text).toContain('/no/such/program');
});

test('standard output stays where it is read', async () => {
  const program = "console.log('kept'); console.error('shown'); process.exitCode = 3";
  let text = '';
  const onText = (more: string): void => void (text += more);
  const ran = await runCommand([process.execPath, '-e', program], { cwd: '/', keep: true, onText });
  expect([ran, text]).toEqual([{ status: 3, stdout: 'kept\n' }, 'shown\n']);
});
