import { describe, expect, test } from 'vitest';
import { composeMessage, linkTo, linkToView, markdownPath, mostCharacters, withLink } from './share-text.ts';

const side = (version: string) => ({
  version,
  request_id: `cap-${version}`,
  requested_at: '2026-11-20T09:00:00.000Z',
  bundle_id: 'b',
  instance: 'n',
});
const diff = { workload: 'check out', env: '', baseline: side('1.0'), head: side('2.0+a') };
const link = 'https://farol.example.com/profiling/diff?workload=a&from=1&to=2';

describe('a link', () => {
  test('names both versions', () => {
    const url = new URL(linkTo({ ...diff, env: 'prod' }, 'https://farol.example.com'));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      workload: 'check out',
      env: 'prod',
      from: '1.0',
      to: '2.0+a',
    });
  });

  test('to a view keeps what is selected, and replaces what the address says of the versions', () => {
    const url = linkToView(diff, { origin: 'https://farol.example.com', search: '?to=newest&find=parse' });
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      workload: 'check out',
      from: '1.0',
      to: '2.0+a',
      find: 'parse',
    });
  });

  test('to the Markdown names an empty environment, which is one like any other', () => {
    expect(markdownPath(diff)).toContain('env=&');
    expect(withLink('# A\n\n', link)).toBe(`# A\n\n<${link}>\n`);
  });
});

describe('a message', () => {
  test('is its lines and the link, which stays as it is', () => {
    expect(composeMessage(['a: 1 → 2', 'Slower.'], link)).toBe(`a: 1 → 2\nSlower.\n${link}`);
  });

  test('can neither mention anybody nor hide a link', () => {
    expect(composeMessage(['Vec<T> & <!channel> &lt;'], link)).toBe(
      `Vec&lt;T&gt; & &lt;!channel&gt; &amp;lt;\n${link}`,
    );
  });

  test.each(['x', '<', '😀', 'a😀'])('of too many %s is cut between characters, with its link', (letter) => {
    const text = composeMessage([letter.repeat(2000)], link);
    expect(text.length).toBeLessThanOrEqual(mostCharacters);
    expect(text.length).toBeGreaterThan(mostCharacters - 6);
    expect(text.endsWith(`…\n${link}`)).toBe(true);
    expect(text.isWellFormed()).toBe(true);
    expect(text.replaceAll('&lt;', '').split('\n')[0]).not.toContain('&');
  });

  test('leaves out a link that would fill it', () => {
    const text = composeMessage(['y'.repeat(1600)], `https://${'a'.repeat(1500)}`);
    expect(text).toBe(`${'y'.repeat(mostCharacters - 1)}…`);
  });
});
