/** The CloudFormation template: a managed policy with one parameter for each statement. Data first, YAML last. */
import { statements, strictDescription } from './statements.ts';

export type Node = string | readonly Node[] | { readonly [key: string]: Node };

const parameterOf = (sid: string): string => `Allow${sid}`;
const choice = (description: string, value: string): Node => ({
  Type: 'String',
  AllowedValues: ['true', 'false'],
  Default: value,
  Description: description,
});
const isTrue = (parameter: string): Node => ({ 'Fn::Equals': [{ Ref: parameter }, 'true'] });
const absent: Node = { Ref: 'AWS::NoValue' };

/** In the long form, as JSON has it. */
export const template: { readonly [key: string]: Node } = {
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'What the Farol Agent may read. Each parameter allows one statement of the read-only policy.',
  Parameters: {
    ...Object.fromEntries(statements.map(({ sid, description }) => [parameterOf(sid), choice(description, 'true')])),
    Strict: choice(strictDescription, 'false'),
    PolicyName: {
      Type: 'String',
      Default: 'FarolEdgeReadOnly',
      AllowedPattern: '[\\w+=,.@-]{1,128}',
      Description: 'Name of the policy.',
    },
    RoleName: {
      Type: 'String',
      Default: '',
      AllowedPattern: '[\\w+=,.@-]{0,64}',
      Description: 'Existing role of the Agent that the policy is attached to. Leave it empty to attach nothing.',
    },
  },
  Rules: {
    AtLeastOneStatement: {
      Assertions: [
        {
          Assert: { 'Fn::Or': statements.map(({ sid }) => isTrue(parameterOf(sid))) },
          AssertDescription:
            'AWS accepts no policy without a statement: set at least one of the Allow parameters to true.',
        },
      ],
    },
  },
  Conditions: {
    ...Object.fromEntries(statements.map(({ sid }) => [sid, isTrue(parameterOf(sid))])),
    IsStrict: isTrue('Strict'),
    HasRole: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'RoleName' }, ''] }] },
  },
  Resources: {
    ReadOnlyPolicy: {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: {
        ManagedPolicyName: { Ref: 'PolicyName' },
        Description: 'What the Farol Agent may read.',
        Roles: { 'Fn::If': ['HasRole', [{ Ref: 'RoleName' }], absent] },
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: statements.map(({ sid, actions, strictActions }) => ({
            'Fn::If': [
              sid,
              {
                Sid: sid,
                Effect: 'Allow',
                Action: strictActions === undefined ? actions : { 'Fn::If': ['IsStrict', strictActions, actions] },
                Resource: '*',
              },
              absent,
            ],
          })),
        },
      },
    },
  },
  Outputs: {
    PolicyArn: { Description: 'ARN of the policy.', Value: { Ref: 'ReadOnlyPolicy' } },
  },
};

export function renderCloudFormation(): string {
  const notice = '# Generated from connectors/aws. Change that and run npm run generate.';
  return `${[notice, ...renderNode(template, '')].join('\n')}\n`;
}

/** Lines of YAML: block style, and every text quoted that YAML could read as something else. */
function renderNode(node: Node, indent: string): string[] {
  if (typeof node === 'string') return [`${indent}${quote(node)}`];
  if (isList(node)) {
    return node.flatMap((one) => {
      const [first = '', ...more] = renderNode(one, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...more];
    });
  }
  return Object.entries(node).flatMap(([key, value]) => {
    if (typeof value === 'string') return [`${indent}${key}: ${quote(value)}`];
    return [`${indent}${key}:`, ...renderNode(value, `${indent}  `)];
  });
}

const isList = (node: Node): node is readonly Node[] => Array.isArray(node);

function quote(text: string): string {
  const isPlain =
    /^[A-Za-z][\w:./ -]*$/u.test(text) &&
    !/^(?:true|false|yes|no|on|off|null|y|n)$/iu.test(text) &&
    !/: |:$| $/u.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}
