/** The CloudFormation template is evaluated for every choice; the Terraform module is, by the program itself, in test/delivery/cloud. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sids } from '../../../connectors/aws/statements.ts';
import { allChoices } from '../../../test/delivery/cloud/choices.ts';
import { evaluate, holds } from '../../../test/delivery/cloud/evaluate-template.ts';
import { template } from './cloudformation.ts';
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

describe('the Terraform module', () => {
  const files = new Map(
    renderTerraform().map(({ path: file, text }) => [path.basename(path.dirname(file)) + path.basename(file), text]),
  );

  test('gives every variable a type, a description and a default', () => {
    for (const name of ['terraformvariables.tf', 'policyvariables.tf']) {
      const blocks = [...(files.get(name) ?? '').matchAll(/^variable "(?<name>\w+)" \{\n(?<body>[\s\S]*?)^\}$/gmu)];
      expect(blocks.length).toBeGreaterThan(sids.length);
      for (const { groups } of blocks) {
        const keys = [...(groups?.['body'] ?? '').matchAll(/^ {2}(\w+) += \S/gmu)].map(([, key]) => key);
        expect([groups?.['name'], keys]).toEqual([groups?.['name'], ['type', 'description', 'default', 'nullable']]);
      }
    }
  });

  test('hands every choice on to the policy', () => {
    for (const name of [...sids.map(variableOf), 'strict']) {
      expect(files.get('terraformmain.tf')).toMatch(new RegExp(String.raw`^  ${name} += var\.${name}$`, 'mu'));
    }
  });
});
