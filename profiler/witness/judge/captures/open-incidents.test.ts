import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { compare } from '../../say/compare.ts';
import { Diff } from '../../diff/diff.ts';
import { renderDiff } from '../../say/text/render.ts';
import { renderMarkdown } from '../../say/text/render-markdown.ts';
import { findOpenIncidents, type Incident, mostIncidents } from './open-incidents.ts';

const [before, after] = [makeCapture('v1', {}), makeCapture('v2', {})];
const startMs = Date.parse(after.vector.window.start_wall);
const lengthMs = after.vector.window.measured_ns / 1e6;
const at = (ms: number): string => new Date(startMs + ms).toISOString();

test.each([
  ['ended before it', -2000, -1, 0],
  ['ended in it', -2000, 1, 1],
  ['began in it', 1, undefined, 1],
  ['began in its last millisecond', lengthMs, undefined, 1],
  ['began after it', lengthMs + 1, undefined, 0],
  ['went on through it', -2000, lengthMs + 2000, 1],
  ['has not ended', -2000, undefined, 1],
])('an incident that %s', (_what, from, to, count) => {
  const incident = { title: 'x', started_at: at(from), ...(to !== undefined && { ended_at: at(to) }) };
  expect(findOpenIncidents([incident], [after])).toHaveLength(count);
});

test('is in the comparison, its text and its Markdown, and changes no verdict', () => {
  const incidents: Incident[] = [{ title: 'Payments [time] out', started_at: at(-1000), ended_at: at(60_000) }];
  const sides = { baseline: before, baselineReplicates: [], head: after, headReplicates: [] };
  const asked = { workload: 'checkout', env: 'prod', ...sides, choice: { why: 'x', skipped: [] } };
  const [plain, marked] = [compare(asked), compare({ ...asked, incidents })];
  const { incidents: found, ...rest } = Diff.parse(marked);
  expect(rest).toEqual(Diff.parse(plain));
  expect(found?.[0]).toMatchObject({ title: 'Payments [time] out' });
  expect(found?.[0]?.captures).toContain(after.ref.request_id);
  expect(renderDiff(marked)).toMatch(
    /An incident was open during \d captures of the older and 1 of the newer version/u,
  );
  expect(renderMarkdown(marked)).toContain('Payments \\[time\\] out');
  expect(renderMarkdown(plain)).not.toContain('incident');
});

test('of more than a comparison can list it has those that began last, and says how many more there were', () => {
  const incidents = Array.from({ length: mostIncidents + 3 }, (_, back) => ({
    title: `incident ${back}`,
    started_at: at(-1000 * (back + 1)),
  }));
  const sides = { baseline: before, baselineReplicates: [], head: after, headReplicates: [] };
  const asked = { workload: 'checkout', env: 'prod', ...sides, choice: { why: 'x', skipped: [] }, incidents };
  const diff = Diff.parse(compare(asked));
  expect(diff.incidents).toHaveLength(mostIncidents);
  expect(diff.incidents?.at(-1)?.title).toBe('incident 0');
  expect(diff.incidents?.[0]?.title).toBe(`incident ${mostIncidents - 1}`);
  expect(diff.further_incidents).toBe(3);
  for (const text of [renderDiff(diff), renderMarkdown(diff)]) {
    expect(text).toContain('At least 3 incidents that began earlier were open too');
  }
  expect(Diff.parse(compare({ ...asked, incidents: incidents.slice(3) }))).not.toHaveProperty('further_incidents');
});
