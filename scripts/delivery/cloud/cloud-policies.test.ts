/** The CloudFormation template is evaluated for every choice; the Terraform module is, by the program itself, in test/delivery/cloud. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sids } from '../../../connectors/aws/statements.ts';
import { allChoices } from '../../../test/delivery/cloud/choices.ts';
import { evaluate, holds } from '../../../test/delivery/cloud/evaluate-template.ts';
import { buildAssumePolicy, buildTrustPolicy } from '../../../src/policy/aws-roles.ts';
import { baseTemplate, template } from './cloudformation.ts';
import { renderTerraform, variableOf } from './render-terraform.ts';
import { documentOf, statements } from './statements.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const parametersOf = ({ chosen, isStrict }: (typeof allChoices)[number]): Record<string, string> => ({
  ...Object.fromEntries(sids.map((sid) => [`Allow${sid}`, String(chosen.has(sid))])),
  Strict: String(isStrict),
});

test('there is one choice for each statement of the policy, in its order', () => {
  expect(statements.map(({ sid }) => sid)).toEqual(sids);
  expect(allChoices.length).toBe(2 ** (sids.length + 1));
});

describe('the CloudFormation template', () => {
  test('evaluates to the chosen statements of the served policy, for every choice', () => {
    for (const choice of allChoices) {
      const document = evaluate(template, parametersOf(choice));
      expect(document).toEqual(documentOf(choice.chosen, choice.isStrict));
    }
  });

  test.each([
    [false, 'edge-read-only'],
    [true, 'edge-read-only-strict'],
  ])('with every statement, strict %s, is the served %s.json', (isStrict, name) => {
    const served: unknown = JSON.parse(readFileSync(path.join(root, `policies/aws/${name}.json`), 'utf8'));
    expect(evaluate(template, isStrict ? { Strict: 'true' } : {})).toEqual(served);
  });

  test('refuses to be deployed without a statement, and only then', () => {
    const refused = allChoices.filter((choice) => !holds(template, parametersOf(choice)));
    expect(refused.map(({ chosen }) => chosen.size)).toEqual([0, 0]);
  });
});

describe('the role that a base credential assumes', () => {
  const base = 'arn:aws:iam::123456789012:user/farol';
  const trustIn = (given: Record<string, string>) =>
    evaluate(template, given, ['AssumedRole', 'Properties', 'AssumeRolePolicyDocument']);

  test.each([
    [{ NewRoleName: 'farol-agent', BaseArn: base }, []],
    [{ NewRoleName: 'farol-agent', BaseArn: base, ExternalId: 'farol-7d9c2f' }, ['farol-7d9c2f']],
  ])('with %j trusts as the served document does', (given, externalIds) => {
    expect(holds(template, given)).toBe(true);
    // CloudFormation and IAM take a text for a list of one.
    const served = JSON.stringify(buildTrustPolicy({ principals: [base], externalIds }))
      .replace(`["${base}"]`, `"${base}"`)
      .replace('["farol-7d9c2f"]', '"farol-7d9c2f"');
    expect(trustIn(given)).toEqual(JSON.parse(served));
  });

  test('is not created without somebody to trust', () => {
    expect(holds(template, { NewRoleName: 'farol-agent' })).toBe(false);
    expect(holds(template, { BaseArn: base })).toBe(true);
  });

  test('is one that the policy of the base credential names', () => {
    const roles = 'arn:aws:iam::111122223333:role/farol-agent';
    const document = evaluate(baseTemplate, { RoleArns: roles }, ['AssumePolicy', 'Properties', 'PolicyDocument']);
    const served = JSON.stringify(buildAssumePolicy([roles])).replace(`["${roles}"]`, `"${roles}"`);
    expect(document).toEqual(JSON.parse(served));
  });
});

describe('the Terraform module', () => {
  const files = new Map(renderTerraform().map(({ path: file, text }) => [file.replace('deploy/terraform/', ''), text]));

  test('gives every variable a type, a description and a default', () => {
    const least = { 'variables.tf': sids.length, 'policy/variables.tf': sids.length, 'trust/variables.tf': 1 };
    for (const [name, count] of Object.entries({ ...least, 'base/variables.tf': 1, 'base/policy/variables.tf': 0 })) {
      const blocks = [...(files.get(name) ?? '').matchAll(/^variable "(?<name>\w+)" \{\n(?<body>[\s\S]*?)^\}$/gmu)];
      expect(blocks.length).toBeGreaterThan(count);
      for (const { groups } of blocks) {
        const keys = [...(groups?.['body'] ?? '').matchAll(/^ {2}(\w+) += \S/gmu)].map(([, key]) => key);
        expect([groups?.['name'], keys]).toEqual([groups?.['name'], ['type', 'description', 'default', 'nullable']]);
      }
    }
  });

  test('hands every choice on to the policy', () => {
    for (const name of [...sids.map(variableOf), 'strict']) {
      expect(files.get('main.tf')).toMatch(new RegExp(String.raw`^  ${name} += var\.${name}$`, 'mu'));
    }
  });
});
