/** The CloudFormation template: a managed policy with one parameter for each statement. Data first, YAML last. */
import { buildAssumePolicy, buildTrustPolicy } from '../../../src/policy/aws-roles.ts';
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
const isEmpty = (parameter: string): Node => ({ 'Fn::Equals': [{ Ref: parameter }, ''] });
const policyName = (name: string): Node => ({
  Type: 'String',
  Default: name,
  AllowedPattern: '[\\w+=,.@-]{1,128}',
  Description: 'Name of the policy.',
});
const nameOrNone = (description: string): Node => ({
  Type: 'String',
  Default: '',
  AllowedPattern: '[\\w+=,.@-]{0,64}',
  Description: description,
});
const [trust] = buildTrustPolicy({ principals: [], externalIds: [] }).Statement;
const [assume] = buildAssumePolicy([]).Statement;

/** In the long form, as JSON has it. */
export const template: { readonly [key: string]: Node } = {
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'What the Farol Agent may read. Each parameter allows one statement of the read-only policy.',
  Parameters: {
    ...Object.fromEntries(statements.map(({ sid, description }) => [parameterOf(sid), choice(description, 'true')])),
    Strict: choice(strictDescription, 'false'),
    PolicyName: policyName('FarolEdgeReadOnly'),
    RoleName: nameOrNone(
      'Existing role of the Agent that the policy is attached to. Leave it empty to attach nothing.',
    ),
    NewRoleName: nameOrNone(
      'Name of a role to create with this policy, for a base credential of another account to assume. Leave it empty to create none.',
    ),
    BaseArn: {
      Type: 'String',
      Default: '',
      AllowedPattern: '(arn:aws(-cn|-us-gov)?:iam::[0-9]{12}:(user|role)/[\\w+=,.@/-]{1,576})?',
      Description: 'User or role of the base credential, which the new role trusts.',
    },
    ExternalId: {
      Type: 'String',
      Default: '',
      AllowedPattern: '([\\w+=,.@:/-]{2,1224})?',
      Description: 'External id that the new role requires. Leave it empty to require none.',
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
    TrustForTheNewRole: {
      Assertions: [
        {
          Assert: { 'Fn::Or': [isEmpty('NewRoleName'), { 'Fn::Not': [isEmpty('BaseArn')] }] },
          AssertDescription: 'A new role trusts somebody: set BaseArn with NewRoleName.',
        },
      ],
    },
  },
  Conditions: {
    ...Object.fromEntries(statements.map(({ sid }) => [sid, isTrue(parameterOf(sid))])),
    IsStrict: isTrue('Strict'),
    HasRole: { 'Fn::Not': [isEmpty('RoleName')] },
    HasNewRole: { 'Fn::Not': [isEmpty('NewRoleName')] },
    HasExternalId: { 'Fn::Not': [isEmpty('ExternalId')] },
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
    AssumedRole: {
      Type: 'AWS::IAM::Role',
      Condition: 'HasNewRole',
      Properties: {
        RoleName: { Ref: 'NewRoleName' },
        Description: 'What the Farol Agent assumes to read this account.',
        ManagedPolicyArns: [{ Ref: 'ReadOnlyPolicy' }],
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              ...trust,
              Principal: { AWS: { Ref: 'BaseArn' } },
              Condition: {
                'Fn::If': ['HasExternalId', { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } }, absent],
              },
            },
          ],
        },
      },
    },
  },
  Outputs: {
    PolicyArn: { Description: 'ARN of the policy.', Value: { Ref: 'ReadOnlyPolicy' } },
    RoleArn: {
      Condition: 'HasNewRole',
      Description: 'ARN of the new role, for AWS_ASSUME_ROLE_ARN.',
      Value: { 'Fn::GetAtt': ['AssumedRole', 'Arn'] },
    },
  },
};

/** For the account of the base credential. */
export const baseTemplate: { readonly [key: string]: Node } = {
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'Which roles the base credential of the Farol Agent may assume.',
  Parameters: {
    RoleArns: { Type: 'CommaDelimitedList', Description: 'ARNs of the roles, one for each account.' },
    PolicyName: policyName('FarolAssumeRoles'),
    RoleName: nameOrNone('Existing role of the Agent that the policy is attached to. Leave it empty for none.'),
    UserName: nameOrNone('Existing user of the Agent that the policy is attached to. Leave it empty for none.'),
  },
  Conditions: {
    HasRole: { 'Fn::Not': [isEmpty('RoleName')] },
    HasUser: { 'Fn::Not': [isEmpty('UserName')] },
  },
  Resources: {
    AssumePolicy: {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: {
        ManagedPolicyName: { Ref: 'PolicyName' },
        Description: 'Which roles the base credential of the Farol Agent may assume.',
        Roles: { 'Fn::If': ['HasRole', [{ Ref: 'RoleName' }], absent] },
        Users: { 'Fn::If': ['HasUser', [{ Ref: 'UserName' }], absent] },
        PolicyDocument: { Version: '2012-10-17', Statement: [{ ...assume, Resource: { Ref: 'RoleArns' } }] },
      },
    },
  },
  Outputs: {
    PolicyArn: { Description: 'ARN of the policy.', Value: { Ref: 'AssumePolicy' } },
  },
};

export function renderCloudFormation(one: typeof template): string {
  const notice = '# Generated from connectors/aws. Change that and run npm run generate.';
  return `${[notice, ...renderNode(one, '')].join('\n')}\n`;
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
