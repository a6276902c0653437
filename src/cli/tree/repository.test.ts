import { expect, test } from 'vitest';
import { benchCommand } from './repository.ts';

/** What the command line says, without running it. */
const parse = async (...args: string[]): Promise<unknown> => {
  let seen: unknown;
  const command = benchCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action((options: unknown) => {
      seen = options;
    });
  await command.parseAsync(args, { from: 'user' });
  return seen;
};

test('without options every measure that does not take hours runs, five times each', async () => {
  expect(await parse()).toEqual({ repeat: 5, window: 10, instances: 2000 });
});

test('one measure can be run alone, as often as wanted', async () => {
  expect(await parse('--only', 'gate', '--repeat', '3', '--json')).toMatchObject({
    only: 'gate',
    repeat: 3,
    json: true,
  });
});

test.each([
  [
    ['--only', 'everything'],
    /Allowed choices are gate, guard, start, collector, targets, size, overhead, syscall, message, switch, completeness, agent, hostile, soak, fleet, compare/u,
  ],
  [['--repeat', '0'], /whole number from 1 to 100/u],
  [['--repeat', 'many'], /whole number from 1 to 100/u],
  [['--window', '1'], /whole number from 2 to 60/u],
  [['--minutes', '0'], /whole number from 1 to 1440/u],
  [['--instances', '10'], /whole number from 20 to 2000/u],
  [['gate'], /too many arguments/u],
])('%j is refused with what is allowed', async (args, words) => {
  await expect(parse(...args)).rejects.toThrow(words);
});
