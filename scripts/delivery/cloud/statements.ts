/** The statements of the AWS policy as Terraform and CloudFormation offer them: each chosen by a boolean of its own. */
import { declarations, grants } from '../../../connectors/aws/statements.ts';
import {
  type AwsPolicy,
  buildAwsPolicy,
  buildStrictAwsPolicy,
  isWildcard,
  operationsWithout,
} from '../../../src/policy/aws-policy.ts';

const source = { grants, operations: declarations };

export interface CloudStatement {
  readonly sid: string;
  readonly actions: readonly string[];
  /** In place of wildcards, the actions that operations call; undefined where it has no wildcard. */
  readonly strictActions: readonly string[] | undefined;
  /** Its purpose, on one line. */
  readonly description: string;
}

const strict = new Map(buildStrictAwsPolicy(source).Statement.map(({ Sid, Action }) => [Sid, Action]));

/** In the order of the served document. */
export const statements: readonly CloudStatement[] = buildAwsPolicy(source).Statement.map(({ Sid, Action }) => ({
  sid: Sid,
  actions: Action,
  strictActions: Action.some(isWildcard) ? strict.get(Sid) : undefined,
  description: describe(Sid, Action),
}));

/** The served policy reduced to these statements: what every template must evaluate to. */
export function documentOf(sids: ReadonlySet<string>, isStrict: boolean): AwsPolicy {
  const { Version, Statement } = isStrict ? buildStrictAwsPolicy(source) : buildAwsPolicy(source);
  return { Version, Statement: Statement.filter(({ Sid }) => sids.has(Sid)) };
}

export const strictDescription =
  'Lists the actions that are called instead of wildcards. An operation of a later version then needs this policy of that version.';

function describe(sid: string, actions: readonly string[]): string {
  const domains = [...operationsWithout(source, sid).keys()].map((name) => name.split('.')[0] ?? '');
  const services = actions.map((action) => action.split(':')[0] ?? '');
  const list = (names: readonly string[]): string => [...new Set(names)].join(', ');
  return `Allows the statement ${sid}, which reads ${list(services)} for the operations of ${list(domains)}.`;
}
