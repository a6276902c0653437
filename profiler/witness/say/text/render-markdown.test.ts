import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { absent, allProbes, called, opened, ran, sampled } from '../../../../test/made-capture.ts';
import { compare } from '../compare.ts';
import type { ComparedCapture } from '../../judge/comparable/counted-captures.ts';
import { codeSpan, escapeMarkdown, renderMarkdown } from './render-markdown.ts';

function markdownOf(baseline: ComparedCapture, head: ComparedCapture, workload = 'checkout'): string {
  const choice = { why: 'v1 is the latest version captured before v2', skipped: [] };
  return renderMarkdown(
    compare({ workload, env: 'prod', baseline, baselineReplicates: [], head, headReplicates: [], choice }),
  );
}

describe('the comparison as Markdown', () => {
  test('begins with the headline, then says versions, baseline, what is new and what was not seen', () => {
    const text = markdownOf(
      makeCapture('v1', { files: { opens: [opened('/etc/app.conf'), opened('/etc/old.conf')], cut: 0 } }),
      makeCapture('v2', { files: { opens: [opened('/etc/app.conf'), opened('/etc/new.conf', 24)], cut: 0 } }),
    );
    expect(text).toMatch(
      /^### checkout in prod: v1 → v2\n\n\*\*checkout v2 was captured too seldom .* New in v2: the file \/etc\/new\.conf, read .*\n\nNew in v2, ask whether it is meant:\n\n- the file .*\n\n1 difference, listed below\. [^\n]*\n\n<details><summary>Differences one by one<\/summary>\n\n- new files: .*\n\n<\/details>\n\nReplicates of v1 missing: .*\n\n```sh\nfarol capture request [\s\S]*?\n```\n\n[\s\S]*?Baseline: v1 is the latest version captured before v2\./u,
    );
    expect(text).toContain('**Files**: 2 listed, 1 seen in both');
    expect(text).toContain(
      '- new: `/etc/new.conf read` not seen (0 of 1 captures; ≤ 0.0500/s) → 0.400 (24; 1 of 1 captures)',
    );
    expect(text).toContain('- not seen: `/etc/old.conf read`');
  });

  test('folds tables of rates, with the missing noise floor above the numbers', () => {
    const [one, two] = [ran('main', 10), ran('main', 900)].map((main) => ({ cpu_stacks: sampled([main]) }));
    const text = markdownOf(makeCapture('v1', one!), makeCapture('v2', two!));
    const [, folded = ''] = /<summary>Cpu stacks: (.*?)<\/details>/su.exec(text) ?? [];
    expect(folded.indexOf('no noise floor')).toBeGreaterThan(0);
    expect(folded.indexOf('no noise floor')).toBeLessThan(folded.indexOf('`main (app)`'));
    expect(text.match(/<details>/gu)?.length).toBe(text.match(/<\/details>/gu)?.length);
  });

  test('states both facts of an axis that is not comparable, and no number', () => {
    const probes = allProbes.map((probe) => (probe.axis === 'files' ? absent(probe.id, 'files', 'failed') : probe));
    const text = markdownOf(makeCapture('v1', {}), makeCapture('v2', {}, { probes }));
    const line = text.split('\n').find((one) => one.startsWith('**Files**')) ?? '';
    expect(line).toMatch(/^\*\*Files\*\*: not comparable: .*file\\_opens/u);
  });

  test('stays below the limit of a comment however much changed, with whole axes only', () => {
    const paths = Array.from({ length: 3000 }, (_, index) =>
      opened(`/srv/${'long-name/'.repeat(200)}${'x'.repeat(index % 97)}${String.fromCodePoint(97 + (index % 26))}`),
    );
    const calls = Array.from({ length: 400 }, (_, index) => called(`call_${'y'.repeat(300)}${index}`));
    const text = markdownOf(
      makeCapture('v1', {}),
      makeCapture('v2', { files: { opens: paths, cut: 0 }, syscalls: { calls, cut: 0 } }),
    );
    expect(text.length).toBeLessThan(62_000);
    expect(text).toContain('Left out for length: Files.');
    expect(text).toMatch(/… and 39\d more/u);
    expect(text.match(/<details>/gu)?.length).toBe(text.match(/<\/details>/gu)?.length);
  });
});

describe('names of the target in Markdown', () => {
  test('cannot format, link, mention, reference, add HTML or hide text', () => {
    const hostile = '@team #12 <img src=x> [a](https://evil.example) **b** `c` www.evil.example \u202e | x';
    expect(escapeMarkdown(hostile)).toBe(
      '@\u200bteam #\u200b12 \\<img src=x\\> \\[a\\]\\(https\u200b://evil.example\\) \\*\\*b\\*\\* \\`c\\` www\u200b.evil.example \\\\u\\{202e\\} \\| x',
    );
    const text = markdownOf(makeCapture('v1', {}), makeCapture('v2', {}), '<!-- farol --> @team');
    expect(text).toContain('### \\<\\!-- farol --\\> @\u200bteam in prod');
  });

  test.each([
    ['plain', '`plain`'],
    ['a`b``c', '``` a`b``c ```'],
    ['`', '`` ` ``'],
    ['line\nbreak', '`line\\u{000a}break`'],
    ['', '`  `'],
  ])('a key %j is the code span %j', (key, expected) => {
    expect(codeSpan(key)).toBe(expected);
  });
});
