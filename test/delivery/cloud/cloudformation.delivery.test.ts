/** The CloudFormation template, judged by cfn-lint. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseTemplate, template } from '../../../scripts/delivery/cloud/cloudformation.ts';
import { installCfnLint } from './cfn-lint.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe.each([
  ['farol-agent', template],
  ['farol-base', baseTemplate],
])('the CloudFormation template %s', (name, evaluated) => {
  const file = path.join(root, `deploy/cloudformation/${name}.yaml`);
  let bin: string;
  beforeAll(() => {
    bin = path.join(installCfnLint(), 'bin');
  }, 300_000);

  test('has nothing that cfn-lint reports', () => {
    const lint = [path.join(bin, 'cfn-lint'), '--include-checks', 'I', '--', file];
    const { status, stdout, stderr } = spawnSync(path.join(bin, 'python'), lint, { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  }, 120_000);

  test('reads as the template that is evaluated', () => {
    const read = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';
    const text = execFileSync(path.join(bin, 'python'), ['-c', read, file], { encoding: 'utf8' });
    expect(JSON.parse(text)).toEqual(evaluated);
  });
});
