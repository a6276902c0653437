/** The Terraform module: a policy that needs no provider, and around it the resources of AWS. Formatted as `terraform fmt` does. */
import { buildAssumePolicy, buildTrustPolicy } from '../../../src/policy/aws-roles.ts';
import { type CloudStatement, statements, strictDescription } from './statements.ts';

const [trust] = buildTrustPolicy({ principals: [], externalIds: [] }).Statement;
const [assume] = buildAssumePolicy([]).Statement;

const folder = 'deploy/terraform';
const notice = '# Generated from connectors/aws. Change that and run npm run generate.';

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly default: string;
}

/** `SegurancaIamSomenteLeitura` → `allow_seguranca_iam_somente_leitura` */
export const variableOf = (sid: string): string =>
  `allow${sid.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`;

const choices: readonly Variable[] = [
  ...statements.map(({ sid, description }) => ({ name: variableOf(sid), type: 'bool', description, default: 'true' })),
  { name: 'strict', type: 'bool', description: strictDescription, default: 'false' },
];

/** Of the folder `trust`, which the module uses and which needs no provider. */
const trusted: readonly Variable[] = [
  { name: 'base_arns', type: 'list(string)', description: 'Users and roles to trust.', default: '[]' },
  {
    name: 'external_id',
    type: 'string',
    description: 'External id that is required. Leave it empty to require none.',
    default: '""',
  },
];

/** Of the folder `base`, for the account of the base credential. */
const base: readonly Variable[] = [
  { name: 'role_arns', type: 'list(string)', description: 'ARNs of the roles, one for each account.', default: '[]' },
  { name: 'name', type: 'string', description: 'Name of the policy.', default: '"FarolAssumeRoles"' },
  { name: 'path', type: 'string', description: 'Path of the policy in IAM.', default: '"/"' },
  { name: 'tags', type: 'map(string)', description: 'Tags of the policy.', default: '{}' },
  {
    name: 'role_name',
    type: 'string',
    description: 'Existing role of the Agent that the policy is attached to. Leave it empty for none.',
    default: '""',
  },
  {
    name: 'user_name',
    type: 'string',
    description: 'Existing user of the Agent that the policy is attached to. Leave it empty for none.',
    default: '""',
  },
];

const resources: readonly Variable[] = [
  { name: 'name', type: 'string', description: 'Name of the policy.', default: '"FarolEdgeReadOnly"' },
  { name: 'path', type: 'string', description: 'Path of policy and role in IAM.', default: '"/"' },
  { name: 'tags', type: 'map(string)', description: 'Tags of policy and role.', default: '{}' },
  {
    name: 'role_name',
    type: 'string',
    description: 'Existing role of the Agent that the policy is attached to. Leave it empty to attach nothing.',
    default: '""',
  },
  {
    name: 'new_role_name',
    type: 'string',
    description:
      'Name of a role to create for the Agent, with this policy and the trust of base_arn or trust_policy. Leave it empty to create none.',
    default: '""',
  },
  {
    name: 'trust_policy',
    type: 'string',
    description: 'JSON document that says who may assume the new role. Leave it empty where base_arn says it.',
    default: '""',
  },
  {
    name: 'base_arn',
    type: 'string',
    description:
      'User or role of a base credential, which the new role trusts. Leave it empty where trust_policy says it.',
    default: '""',
  },
  {
    name: 'external_id',
    type: 'string',
    description: 'External id that the new role requires of base_arn. Leave it empty to require none.',
    default: '""',
  },
  {
    name: 'permissions_boundary',
    type: 'string',
    description: 'ARN of the permissions boundary of the new role. Leave it empty for none.',
    default: '""',
  },
];

export function renderTerraform(): { path: string; text: string }[] {
  const files: Readonly<Record<string, readonly string[]>> = {
    'policy/main.tf': [renderDocument()],
    'policy/variables.tf': choices.map(renderVariable),
    'policy/outputs.tf': [documentOutput],
    'trust/main.tf': [trustDocument],
    'trust/variables.tf': trusted.map(renderVariable),
    'trust/outputs.tf': [trustOutput],
    'base/policy/main.tf': [assumeDocument],
    'base/policy/variables.tf': base.slice(0, 1).map(renderVariable),
    'base/policy/outputs.tf': [assumeOutput],
    'base/main.tf': [renderBase],
    'base/variables.tf': base.map(renderVariable),
    'base/outputs.tf': [baseOutputs],
    'base/versions.tf': [versions],
    'main.tf': [renderModule(), renderResources],
    'variables.tf': [...choices, ...resources].map(renderVariable),
    'outputs.tf': [renderOutputs],
    'versions.tf': [versions],
  };
  return Object.entries(files).map(([name, blocks]) => ({
    path: `${folder}/${name}`,
    text: `${[notice, ...blocks].join('\n\n')}\n`,
  }));
}

function renderVariable({ name, type, description, default: value }: Variable): string {
  const lines = [
    ['type', type],
    ['description', JSON.stringify(description)],
    ['default', value],
    ['nullable', 'false'],
  ].map(([key = '', text]) => `  ${key.padEnd('description'.length)} = ${text}`);
  return [`variable "${name}" {`, ...lines, '}'].join('\n');
}

function renderDocument(): string {
  const rows = (prefix: string, pairs: readonly (readonly [string, string])[]): string[] => {
    const width = Math.max(...pairs.map(([key]) => key.length));
    return pairs.map(([key, value]) => `${prefix}${key.padEnd(width)} = ${value}`);
  };
  return [
    'locals {',
    '  chosen = {',
    ...rows(
      '    ',
      statements.map(({ sid }) => [sid, `var.${variableOf(sid)}`]),
    ),
    '  }',
    '',
    '  actions = {',
    ...statements.flatMap(renderActions),
    '  }',
    '',
    '  # In the order of the served document.',
    `  sids = [for sid in [${statements.map(({ sid }) => JSON.stringify(sid)).join(', ')}] : sid if local.chosen[sid]]`,
    '',
    '  document = {',
    '    Version = "2012-10-17"',
    '    Statement = [for sid in local.sids : {',
    '      Sid      = sid',
    '      Effect   = "Allow"',
    '      Action   = local.actions[sid]',
    '      Resource = "*"',
    '    }]',
    '  }',
    '}',
  ].join('\n');
}

function renderActions({ sid, actions, strictActions }: CloudStatement): string[] {
  const list = (names: readonly string[]): string[] => names.map((one) => `      ${JSON.stringify(one)},`);
  if (strictActions === undefined) return [`    ${sid} = [`, ...list(actions), '    ]'];
  return [`    ${sid} = var.strict ? [`, ...list(strictActions), '      ] : [', ...list(actions), '    ]'];
}

const documentOutput = `output "json" {
  description = "The policy document."
  value       = jsonencode(local.document)

  precondition {
    condition     = length(local.sids) > 0
    error_message = "AWS accepts no policy without a statement: set at least one of the allow_ variables to true."
  }
}`;

function renderModule(): string {
  const width = Math.max(...choices.map(({ name }) => name.length));
  const passed = choices.map(({ name }) => `  ${name.padEnd(width)} = var.${name}`);
  return ['module "policy" {', '  source = "./policy"', '', ...passed, '}'].join('\n');
}

const trustDocument = `locals {
  statement = {
    Sid       = "${trust.Sid}"
    Effect    = "${trust.Effect}"
    Principal = { AWS = sort(distinct(var.base_arns)) }
    Action    = ${JSON.stringify(trust.Action)}
  }

  condition = var.external_id == "" ? {} : {
    Condition = { StringEquals = { "sts:ExternalId" = [var.external_id] } }
  }

  document = {
    Version   = "2012-10-17"
    Statement = [merge(local.statement, local.condition)]
  }
}`;

const trustOutput = `output "json" {
  description = "The trust policy of a role that is assumed."
  value       = jsonencode(local.document)
}`;

const assumeDocument = `locals {
  document = {
    Version = "2012-10-17"
    Statement = [{
      Sid      = "${assume.Sid}"
      Effect   = "${assume.Effect}"
      Action   = ${JSON.stringify(assume.Action)}
      Resource = sort(distinct(var.role_arns))
    }]
  }
}`;

const assumeOutput = `output "json" {
  description = "The policy of the base credential."
  value       = jsonencode(local.document)

  precondition {
    condition     = length(var.role_arns) > 0
    error_message = "AWS accepts no statement without a resource: name at least one role in role_arns."
  }
}`;

const renderBase = `module "policy" {
  source = "./policy"

  role_arns = var.role_arns
}

resource "aws_iam_policy" "assume" {
  name        = var.name
  path        = var.path
  description = "Which roles the base credential of the Farol Agent may assume."
  policy      = module.policy.json
  tags        = var.tags
}

resource "aws_iam_role_policy_attachment" "existing" {
  count      = var.role_name == "" ? 0 : 1
  role       = var.role_name
  policy_arn = aws_iam_policy.assume.arn
}

resource "aws_iam_user_policy_attachment" "existing" {
  count      = var.user_name == "" ? 0 : 1
  user       = var.user_name
  policy_arn = aws_iam_policy.assume.arn
}`;

const baseOutputs = `output "policy_arn" {
  description = "ARN of the policy."
  value       = aws_iam_policy.assume.arn
}

output "policy_json" {
  description = "The policy document."
  value       = module.policy.json
}`;

const renderResources = `module "trust" {
  source = "./trust"

  base_arns   = var.base_arn == "" ? [] : [var.base_arn]
  external_id = var.external_id
}

locals {
  trust_policy = var.base_arn == "" ? var.trust_policy : module.trust.json
}

resource "aws_iam_policy" "read_only" {
  name        = var.name
  path        = var.path
  description = "What the Farol Agent may read."
  policy      = module.policy.json
  tags        = var.tags
}

resource "aws_iam_role_policy_attachment" "existing" {
  count      = var.role_name == "" ? 0 : 1
  role       = var.role_name
  policy_arn = aws_iam_policy.read_only.arn
}

resource "aws_iam_role" "agent" {
  count                = var.new_role_name == "" ? 0 : 1
  name                 = var.new_role_name
  path                 = var.path
  description          = "The Farol Agent."
  assume_role_policy   = local.trust_policy
  permissions_boundary = var.permissions_boundary == "" ? null : var.permissions_boundary
  tags                 = var.tags

  lifecycle {
    precondition {
      condition     = can(jsondecode(local.trust_policy)) && (var.base_arn == "" || var.trust_policy == "")
      error_message = "Set either base_arn or trust_policy, a JSON document, when new_role_name is set."
    }
  }
}

resource "aws_iam_role_policy_attachment" "new" {
  count      = var.new_role_name == "" ? 0 : 1
  role       = aws_iam_role.agent[0].name
  policy_arn = aws_iam_policy.read_only.arn
}`;

const renderOutputs = `output "policy_arn" {
  description = "ARN of the policy."
  value       = aws_iam_policy.read_only.arn
}

output "policy_json" {
  description = "The policy document."
  value       = module.policy.json
}

output "role_arn" {
  description = "ARN of the new role; empty where none is created."
  value       = join("", aws_iam_role.agent[*].arn)
}`;

const versions = `terraform {
  required_version = ">= 1.2"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 4.0"
    }
  }
}`;
