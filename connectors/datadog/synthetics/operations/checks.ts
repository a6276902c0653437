import type { DataOf } from '../../../../catalog/index.ts';
import type { DatadogOperations } from '../../datadog-operations.ts';
import { changedAt } from '../../../../src/core/parse-answer.ts';
import { openDatadog } from '../../client.ts';
import { offUnless } from '../../access/feature.ts';
import { withoutQuery } from '../../../../src/connector/plain-address.ts';
import { pageAfter, readList } from '../../paging.ts';
import { present, tagsOf, textOf } from '../../wording.ts';
import { type TestAnswer, TestsAnswer } from '../schema.ts';
import { receivedIn } from '../../../../src/core/rows.ts';

type Check = DataOf<'synthetics.listChecks'>['checks'][number];

/** Where most of a page may not match, a page holds as many as fit an answer. */
const longPage = 100;

export const checkOperations = {
  'synthetics.listChecks': {
    async run(args, context) {
      const { tag } = args;
      const datadog = openDatadog(context);
      const size = tag === undefined ? args.limit : longPage;
      const { rows, outcome } = await readList({
        operation: 'synthetics.listChecks',
        args,
        read: async (at) => {
          const query = { page_size: String(size), page_number: at.mark ?? '0' };
          const { tests } = await offUnless('Synthetic Monitoring', () =>
            datadog.get(TestsAnswer, '/api/v1/synthetics/tests', query),
          );
          return { rows: tests ?? [], next: pageAfter(at, receivedIn(tests ?? [])) };
        },
        keep: (test) => tag === undefined || tagsToNarrowBy(test).includes(tag),
        empty: `The read was allowed: ${tag === undefined ? 'there are no synthetic tests' : 'no synthetic test has this tag'}. Tests whose viewers are restricted are omitted without notice.`,
      });
      return { data: { checks: rows.map(tellCheck) }, ...outcome };
    },
  },
} satisfies DatadogOperations<'synthetics.listChecks'>;

/** Without them every test would be left out of a list that is narrowed by a tag. @throws Fault `upstream_changed`. */
function tagsToNarrowBy({ tags }: TestAnswer): readonly string[] {
  if (tags === undefined) throw changedAt('$.tests.*.tags');
  return tags ?? [];
}

function tellCheck(test: TestAnswer): Check {
  return {
    id: test.public_id,
    name: test.name ?? '',
    type: test.type === 'api' ? (textOf(test.subtype) ?? test.type) : test.type,
    isActive: test.status === 'live',
    locations: [...(test.locations ?? [])],
    tags: tagsOf(test.tags),
    ...present({
      target: targetOf(test),
      intervalSec: test.options?.tick_every ?? undefined,
      timeoutSec: test.config?.request?.timeout ?? undefined,
      monitorId: test.monitor_id == null ? undefined : String(test.monitor_id),
    }),
  };
}

/** An address may carry a user, and a token in its query. A variable stands in braces and is no secret by itself. */
function targetOf({ config }: TestAnswer): string | undefined {
  const { url, host, port } = config?.request ?? {};
  if (textOf(url) !== undefined) return withoutQuery(url ?? '');
  if (textOf(host) === undefined) return undefined;
  return port == null || port === '' ? (host ?? undefined) : `${host}:${port}`;
}
