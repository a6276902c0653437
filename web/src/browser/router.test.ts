import { describe, expect, test } from 'vitest';
import { hrefOf, matchPath } from './router.ts';

describe('matchPath', () => {
  test('gives the decoded values of the named parts', () => {
    expect(matchPath('/profiling/captures/:id', '/profiling/captures/a%2Fb')).toEqual({ id: 'a/b' });
  });

  test.each(['/profiling/captures', '/profiling/captures/', '/profiling/captures/a/b', '/fleet/captures/a'])(
    'does not take %s for a capture',
    (path) => {
      expect(matchPath('/profiling/captures/:id', path)).toBeUndefined();
    },
  );

  test('takes a broken escape for no match instead of failing', () => {
    expect(matchPath('/profiling/captures/:id', '/profiling/captures/%E0%A4%A')).toBeUndefined();
  });
});

describe('hrefOf', () => {
  test('leaves out what is empty and escapes the rest', () => {
    expect(hrefOf('/profiling', { workload: 'a&b=c', env: '', version: undefined })).toBe(
      '/profiling?workload=a%26b%3Dc',
    );
    expect(hrefOf('/profiling', { env: '' })).toBe('/profiling');
  });
});
