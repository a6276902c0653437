/**
 * What the vendor's model lets AWS answer: a page that names another one is never the whole list, and a row without a
 * member costs that row and no other. Calls and members come from the model, so that none is left out.
 */
import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { countRows } from '../../src/core/count-rows.ts';
import { type Answers, AwsError } from './upstream/aws-fake.ts';
import { awsAnswers, exemplar } from './upstream/exemplar.ts';
import type { AwsRequest } from './upstream/read-request.ts';
import { shapeOf } from './upstream/service-model.ts';
import { useAws } from './upstream/use-aws.ts';
import type { Output } from './upstream/write-answer.ts';
import { declarations } from './statements.ts';

const aws = useAws({ AWS_ATHENA_OUTPUT: 's3://results-of-the-test/farol/' });

const questions = (Object.keys(declarations) as (keyof typeof declarations & OperationName)[]).flatMap((name) =>
  (exemplar.questions[name] ?? []).map((args) => [name, args as object] as const),
);

/** The good answer to this action, with this done to it. */
const changing = (action: string, change: (output: Output) => Output): Answers => ({
  [action]: (input, request) => {
    const output = awsAnswers[action]?.(input, request) ?? {};
    return output instanceof AwsError ? output : change(output);
  },
});

describe.each(questions)('%s %j', (name, args) => {
  test('says that there is more when any of its answers does', async () => {
    await aws.result(name, args);
    const wrong: unknown[] = [];
    for (const request of new Map(aws.requests.map((one) => [one.action, one])).values()) {
      const more = moreIn(request);
      if (more === undefined) continue;
      aws.answerWith(changing(request.action, (output) => ({ ...output, ...more })));
      const said = await aws.result(name, args).catch((error: unknown) => String(error));
      const isSaid = typeof said === 'string' ? said.includes('cap_exceeded') : said.truncated || !said.complete;
      if (!isSaid) wrong.push([request.action, more, said]);
    }
    expect(wrong).toEqual([]);
  });

  test('shows the other rows when one lacks a member', async () => {
    const before = await aws.result(name, args);
    const wrong: unknown[] = [];
    for (const action of new Set(aws.actions)) {
      if (Object.hasOwn(exempt, action)) continue;
      const rows: RowMember[] = [];
      await aws.resultOf(
        name,
        args,
        changing(action, (output) => (rows.push(...rowMembersOf(output, [])), output)),
      );
      for (const row of new Map(rows.map((one) => [JSON.stringify(one), one])).values()) {
        aws.answerWith(changing(action, (output) => withBareRow(output, row)));
        const said = await aws.result(name, args).catch((error: unknown) => String(error));
        const isShown =
          typeof said !== 'string' && countRows(said.data) + Number(said.truncated) >= countRows(before.data);
        if (isShown) continue;
        wrong.push(
          `${name} ${action} ${row.list.join('.')}[].${row.member}: ${typeof said === 'string' ? (/"code":"(\w+)"/u.exec(said)?.[1] ?? said) : 'rows are missing'}`,
        );
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Parts of one thing that is described, which have no rows of their own, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'athena:GetQueryResults': 'Values are found by the places of the columns.',
  'eks:DescribeCluster': 'One cluster is described.',
  'eks:DescribeNodegroup': 'One node group is described.',
  'quicksight:DescribeDataSet': 'One dataset is described.',
};

const tokenName = /^(?:next_?(?:page)?_?(?:token|marker)|marker)$/iu;

/** What the output of a call may have to say that there is another page; undefined for one that has no pages. */
function moreIn({ model, operation }: AwsRequest): Output | undefined {
  const { members = {} } = operation.output === undefined ? {} : shapeOf(model, operation.output);
  const named = Object.keys(members).filter((member) => tokenName.test(member));
  // Where there are two, the other is that of the page itself.
  const token = named.find((member) => /^next/iu.test(member)) ?? named[0];
  if (token === undefined) return undefined;
  return { [token]: 'another-page', ...('IsTruncated' in members && { IsTruncated: true }) };
}

interface RowMember {
  readonly list: readonly string[];
  readonly member: string;
}

function rowMembersOf(output: unknown, list: readonly string[]): readonly RowMember[] {
  if (typeof output !== 'object' || output === null || output instanceof Date) return [];
  if (!Array.isArray(output)) {
    return Object.entries(output).flatMap(([name, one]) => rowMembersOf(one, [...list, name]));
  }
  const [row] = output as unknown[];
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [];
  return Object.keys(row).map((member) => ({ list, member }));
}

/** With one more row first, which is the one that was the first without the member. */
function withBareRow(output: Output, { list, member }: RowMember): Output {
  const [name = '', ...below] = list;
  const value = output[name];
  if (below.length > 0) {
    return typeof value === 'object'
      ? { ...output, [name]: withBareRow(value as Output, { list: below, member }) }
      : output;
  }
  if (!Array.isArray(value) || value.length === 0) return output;
  const { [member]: _left, ...bare } = value[0] as Output;
  return { ...output, [name]: [bare, ...(value as unknown[])] };
}
