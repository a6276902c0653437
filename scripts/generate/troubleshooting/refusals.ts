/** What the HTTP interface refuses, in the words that pages and pipelines show. */
import { enrolmentRefusals } from '../../../src/control/enrolment/enrolment-problem.ts';
import { boundRefusals } from '../../../src/control/problem/organization-bounds.ts';
import { frameworkRefusals } from '../../../src/control/problem/to-problem.ts';
import { linkRefusals } from '../../../src/control/people/links.ts';
import { passkeyRefusals, ssoRefusals } from '../../../src/control/people/sign-in-refusals.ts';
import { isNode, memberOf, nodesOf, sourcesIn, type SourceNode, wordsOf } from '../scan-source.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly words: string;
}

/** Files with a refusal whose code or words come from elsewhere: from a table that is read here, or from the request. */
export const computed: readonly string[] = [
  'src/control/captures/capture-diff.ts',
  'src/control/captures/removed-captures.ts',
  'src/control/enrolment/enrolment-problem.ts',
  'src/control/http/validate.ts',
  'src/control/mcp/tools/tool-refusals.ts',
  'src/control/peers/fair-gate.ts',
  'src/control/people/links.ts',
  'src/control/people/sign-in-refusals.ts',
  'src/control/problem/organization-bounds.ts',
  'src/control/problem/to-problem.ts',
  'src/control/routes/policy-routes.ts',
];

/** By status and code; each sentence once. */
export function listRefusals(): Refusal[] {
  const tables = [
    ...Object.entries({ ...linkRefusals, ...passkeyRefusals }).map(([code, words]) => ({ status: 401, code, words })),
    ...Object.entries(ssoRefusals).map(([code, { status, message }]) => ({ status, code, words: message })),
    ...Object.entries(boundRefusals).map(([what, { status, message }]) => ({
      status,
      code: `too_many_${what}`,
      words: message,
    })),
    ...Object.entries(enrolmentRefusals).map(([code, { status, message }]) => ({ status, code, words: message })),
    ...Object.values(frameworkRefusals).map(({ status, code, message }) => ({ status, code, words: message })),
  ];
  const written = sourcesIn('src/control').flatMap((file) => refusalsIn(file).flatMap(({ refusals }) => refusals));
  const all = [...written, ...tables].toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
  return [...new Map(all.map((one) => [`${one.code} ${one.words}`, one])).values()];
}

export interface FoundRefusal {
  readonly refusals: readonly Refusal[];
}

/** One for each `new ApiProblem`; without refusals where its parts are computed. */
export function refusalsIn(file: string): FoundRefusal[] {
  return nodesOf(file, 'NewExpression')
    .filter(({ callee }) => isNode(callee) && callee['name'] === 'ApiProblem')
    .map((made) => ({ refusals: readRefusal(made) }));
}

function readRefusal(made: SourceNode): Refusal[] {
  const [given] = made['arguments'] as readonly unknown[];
  const status = memberOf(given, 'status');
  const [code] = wordsOf(memberOf(given, 'code'));
  if (!isNode(status) || typeof status['value'] !== 'number' || code === undefined) return [];
  const { value } = status;
  return wordsOf(memberOf(given, 'message')).map((words) => ({ status: Number(value), code, words }));
}
