import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ciListWorkflowRuns } from './ci.ts';
import { FilePath, Ref, RefPrefix, Repository } from './code-names.ts';
import { codeSearch } from './code.ts';

test.each([
  ['acme/checkout', true],
  ['acme/.github', true],
  ['acme/a..b', true],
  ['acme', false],
  ['acme/checkout/issues', false],
  ['acme/..', false],
  ['acme/.', false],
  ['../user', false],
  ['https://git.example/acme/checkout', false],
  ['acme/check out', false],
  ['acme/checkout?ref=x', false],
])('repository %j: accepted is %s', (repo, isAccepted) => {
  expect(Repository.safeParse(repo).success).toBe(isAccepted);
});

test.each([
  ['main', true],
  ['feature/a-b', true],
  ['v1.2.3', true],
  ['9d8332f', true],
  ['main...other', false],
  ['../main', false],
  ['/main', false],
  ['main/', false],
  ['a//b', false],
  ['main~1', false],
  ['main^', false],
  ['fork:main', false],
  ['HEAD@{1}', false],
  ['main.lock', false],
  ['main.lock/x', false],
  ['-delete', false],
  ['a b', false],
  ['a\nb', false],
  ['', false],
])('revision %j: accepted is %s', (ref, isAccepted) => {
  expect(Ref.safeParse(ref).success).toBe(isAccepted);
});

test.each([
  ['heads/release-', true],
  ['tags/v1.', true],
  ['heads/', true],
  ['pull/1', false],
  ['heads/../tags', false],
])('beginning of a name %j: accepted is %s', (prefix, isAccepted) => {
  expect(RefPrefix.safeParse(prefix).success).toBe(isAccepted);
});

test('no path of a file leads out of the repository', () => {
  const part = fc.constantFrom('', '.', '..', 'src', 'a b.ts', '.env', '...');
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const leadsElsewhere = parts.some((one) => ['', '.', '..'].includes(one));
      expect(FilePath.safeParse(parts.join('/')).success).toBe(!leadsElsewhere);
    }),
  );
});

test.each([
  [{ repo: 'acme/checkout' }, true],
  [{ org: 'acme' }, true],
  [{}, false],
  [{ repo: 'acme/checkout', org: 'acme' }, false],
])('a search in %j: accepted is %s', (where, isAccepted) => {
  expect(codeSearch.arguments.safeParse({ text: 'timeout', ...where }).success).toBe(isAccepted);
});

test('a search cannot leave its quotation marks', () => {
  expect(codeSearch.arguments.safeParse({ text: 'x" org:other "', org: 'acme' }).success).toBe(false);
});

test('runs are found by a whole commit id only', () => {
  const accepted = (commitId: string) => ciListWorkflowRuns.arguments.safeParse({ repo: 'acme/checkout', commitId });
  expect(accepted('9d8332f').success).toBe(false);
  expect(accepted('9d8332f'.padEnd(40, '0')).success).toBe(true);
});
