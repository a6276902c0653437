import { describe, expect, test } from 'vitest';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { useGrafana } from './upstream/use-grafana.ts';
import { durationSec, partsOf } from './query-bounds.ts';

describe('the parts of a query', () => {
  test.each([
    ['rate(x[5m])', ['5m'], []],
    ['max_over_time(rate(x{a="b"}[5m])[1h:1m])', ['5m', '1h:1m'], ['{a="b"}']],
    ['x{a="[9y] {no}"} # [9y]\n + y[1m]', ['1m'], ['{a="[9y] {no}"}']],
    [String.raw`{a="\"}[9y]"} |= "[9y]" [ 2m ]`, ['2m'], [String.raw`{a="\"}[9y]"}`]],
    ['{a=`}[9y]`} | line_format "{{.x}}" [3m]', ['3m'], ['{a=`}[9y]`}']],
    ["{a='}'}", [], ["{a='}'}"]],
  ])('of %s are its ranges and selectors, quoted texts and comments left out', (text, ranges, selectors) => {
    expect(partsOf(text)).toEqual({ ranges, selectors });
  });

  test.each([
    ['5m', 300],
    ['1h30m', 5400],
    ['1.5h', 5400],
    ['250ms', 0.25],
    ['1w', 604_800],
    ['300', 300],
    ['$__interval', undefined],
    ['5 m', undefined],
    ['', undefined],
  ])('duration %s is %s seconds', (text, seconds) => {
    expect(durationSec(text)).toBe(seconds);
  });

  test('are found in time in a text that is made to be slow', () => {
    const text = `{a="${'\\'.repeat(9000)}`;
    expect(partsOf(text).ranges).toEqual([]);
  });
});

describe('a metric query', () => {
  const grafana = useGrafana();
  const promql = (text: string, more: object = {}) => ({ query: { dialect: 'promql', text }, ...more });

  test.each([
    ['looks back further than a window may be', 'rate(x[32d])', 'window_too_wide'],
    ['has a subquery of too many points', 'max_over_time(x[31d:1s])', 'cap_exceeded'],
    ['has subqueries within subqueries', 'max_over_time(max_over_time(x[10d:90s])[10d:90s])', 'cap_exceeded'],
    ['has a variable of a dashboard for a range', 'rate(x[$__rate_interval])', 'invalid_arguments'],
    ['has a subquery that stands still', 'max_over_time(x[1h:0s])', 'invalid_arguments'],
  ])('that %s is refused before anything is sent', async (_what, text, code) => {
    expect(faultIn(await grafana.agentWith().ask('metrics.query', promql(text))).code).toBe(code);
    expect(grafana.calls).toEqual([]);
  });

  test.each([
    ['metrics.query', promql(`sum(${'x'.repeat(7000)})`)],
    ['metrics.list', { match: Array.from({ length: 4 }, () => `{a="${'x'.repeat(1900)}"}`) }],
    ['metrics.listLabels', { match: Array.from({ length: 4 }, () => `{a="${'x'.repeat(1900)}"}`) }],
  ])('%s that is too long for an address is refused before anything is sent', async (operation, args) => {
    expect(faultIn(await grafana.agentWith().ask(operation, args)).code).toBe('cap_exceeded');
    expect(grafana.calls).toEqual([]);
  });

  test('that is as long and has a window is sent in a body', async () => {
    const long = promql(`sum(${'x'.repeat(7000)})`, { window: { from: 'now-1h' } });
    expect((await grafana.agentWith().ask('metrics.query', long)).ok).toBe(true);
  });

  test.each(['rate(x[31d])', 'max_over_time(rate(x[5m])[1d:])', 'x offset 1y', '{__name__="a[9y]"}'])(
    '%s is asked',
    async (text) => {
      expect((await grafana.agentWith().ask('metrics.query', promql(text))).ok).toBe(true);
    },
  );
});
