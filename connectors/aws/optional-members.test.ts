/**
 * Every member that the vendor's models do not require, left out of an answer by itself: the rest is still answered.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerAs, type Answers } from './upstream/aws-fake.ts';
import { type AwsRequest } from './upstream/read-request.ts';
import { type ServiceModel, type Shape, shapeOf } from './upstream/service-model.ts';
import { type Output } from './upstream/write-answer.ts';
import { AgentUnderTest } from '../../test/contract/agent-under-test.ts';
import { exemplar as aws, awsAnswers } from './upstream/exemplar.ts';
import { FakeUpstream } from '../../test/contract/fake-upstream.ts';
import { hurriedClock } from '../../test/hurried-clock.ts';
import { registry } from '../registry.ts';

/** What an operation cannot answer without, as `<action> <path>`, each with the reason. */
const essential: Readonly<Record<string, RegExp>> = {
  'the thing that was asked for':
    / (?:cluster|nodegroup|Dashboard|DataSet|Organization|Attributes|QueryExecution|ResultSet(?:\.ResultSetMetadata(?:\.ColumnInfo)?)?|queryId|QueryId|QueueUrl|status|QueryStatus|Account|Arn|UserId|QueryExecutionId)$/u,
  'what names a thing': /(?:Id|Arn|ARN|arn|Name|name|Identifier|identifier|UUID|Digest|PublicIp|key)$/u,
  'a state, without which what is there reads like what was deleted':
    /(?:State|Status|status|Code|code|HealthStatus|TargetHealth|QueryExecution\.Status|effect|Target)$/u,
  'a figure or its time, which is the answer':
    /(?:TimePeriod|Values|Total|timestamp|EventTime|CreatedTime|Timestamps?|DesiredCapacity|Duration|DurationUnit|LoadBalancerPort|Listener|KeyAttributes)$/u,
  'a rule or route, which without it would say something else':
    /(?:CidrIp|CidrIpv6|IpProtocol|Protocol|Destination\w+)$/u,
  'what a recommendation recommends':
    /(?:finding|instanceType|configuration|mixedInstanceTypes|memorySize|dbInstanceClass|storageConfiguration)$/u,
  'the place where the next page begins': / (?:Marker|NextToken)$/u,
};
/** Whose a thing is, beside its own name. */
const beside = / (?:.*\.OwnerId|(?:Subnets|RouteTables|VpcEndpoints)\[\]\.VpcId)$/u;
const isEssential = (member: string): boolean =>
  !beside.test(member) && Object.values(essential).some((pattern) => pattern.test(member));

let upstream: FakeUpstream;
let agent: AgentUnderTest;

beforeAll(async () => {
  upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  const env = Object.fromEntries(
    Object.entries(aws.variables).map(([name, value]) => [name, value.replace('{upstream}', upstream.url)]),
  );
  agent = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => manifest.id === 'aws'),
    env,
    operationsPerMinute: 1e9,
    clock: hurriedClock,
  });
});
afterAll(async () => {
  agent.close();
  await upstream.close();
});

describe('an answer of AWS without one member that it need not have', () => {
  test.each(Object.entries(aws.questions))(
    '%s',
    async (operation, questions) => {
      const failed: string[] = [];
      for (const question of questions) {
        for (const member of await optionalMembersOf(operation, question)) {
          if (isEssential(member)) continue;
          const [action = '', path = ''] = member.split(' ');
          const reply = answerAs(without(action, path.split('.')));
          upstream.answerWith((call) => reply(call) ?? { status: 501, body: '' });
          const answer = await agent.ask(operation, question);
          if (!answer.ok) failed.push(`${member}: ${answer.fault.code} ${JSON.stringify(answer.fault.data)}`);
        }
      }
      expect([...new Set(failed)]).toEqual([]);
    },
    120_000,
  );
});

/** Of the answers that the question reads, as `<action> <path>`, with `[]` for the members of a list. */
async function optionalMembersOf(operation: string, question: unknown): Promise<Set<string>> {
  const seen = new Set<string>();
  const watching: Answers = Object.fromEntries(
    Object.entries(awsAnswers).map(([action, answer]) => [
      action,
      (input: AwsRequest['input'], request: AwsRequest) => {
        const output = answer(input, request);
        const shape =
          request.operation.output === undefined ? undefined : shapeOf(request.model, request.operation.output);
        const paths = shape === undefined ? [] : pathsIn(request.model, shape, output);
        for (const path of paths) seen.add(`${action} ${path}`);
        return output;
      },
    ]),
  );
  upstream.answerWith((call) => answerAs(watching)(call) ?? { status: 501, body: '' });
  await agent.ask(operation, question);
  return seen;
}

function pathsIn(model: ServiceModel, shape: Shape, value: unknown, at = ''): string[] {
  if (value === undefined || value === null) return [];
  if (shape.type === 'list' && shape.member !== undefined) {
    const inner = shapeOf(model, shape.member);
    // Rows of cells are read by their place; the cells are the answer itself.
    return inner.type === 'list' ? [] : (value as unknown[]).flatMap((one) => pathsIn(model, inner, one, `${at}[].`));
  }
  if (shape.type !== 'structure') return [];
  return Object.entries(shape.members ?? {}).flatMap(([name, member]) => {
    const one = (value as Record<string, unknown>)[name];
    if (one === undefined) return [];
    const own = shape.required?.includes(name) === true ? [] : [`${at}${name}`];
    return [
      ...own,
      ...pathsIn(
        model,
        shapeOf(model, member),
        one,
        `${at}${name}`.replace(/$/u, shapeOf(model, member).type === 'structure' ? '.' : ''),
      ),
    ];
  });
}

function without(action: string, path: readonly string[]): Answers {
  const answer = awsAnswers[action];
  if (answer === undefined) throw new Error(`${action} has no answer`);
  return { ...awsAnswers, [action]: (input, request) => drop(answer(input, request), path) as Output };
}

function drop(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const isList = name.endsWith('[]');
  const key = isList ? name.slice(0, -2) : name;
  const { [key]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length === 0 || inner === undefined) return others;
  const dropped = isList ? (inner as unknown[]).map((one) => drop(one, rest)) : drop(inner, rest);
  return { ...others, [key]: dropped };
}
