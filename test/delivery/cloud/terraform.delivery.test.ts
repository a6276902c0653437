/** The Terraform module, evaluated by OpenTofu for every choice. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sids } from '../../../connectors/aws/statements.ts';
import { variableOf } from '../../../scripts/delivery/cloud/render-terraform.ts';
import { documentOf } from '../../../scripts/delivery/cloud/statements.ts';
import { buildAssumePolicy, buildTrustPolicy } from '../../../src/policy/aws-roles.ts';
import { allChoices, type Choice } from './choices.ts';
import { buildTofu } from '../../../scripts/go-tool.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const terraform = path.join(root, 'deploy/terraform');
let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'farol-cloud-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the Terraform module', () => {
  let tofu: string;
  beforeAll(() => {
    tofu = buildTofu((line) => process.stderr.write(`${line}\n`));
    // Compiling it takes minutes, once for each version.
  }, 1_800_000);

  const run = (args: readonly string[], cwd: string) =>
    spawnSync(tofu, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { HOME: folder, TF_CLI_CONFIG_FILE: '/dev/null', TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1' },
    });
  const expectRun = (args: readonly string[], cwd: string): string => {
    const { status, stdout, stderr } = run(args, cwd);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  test('is formatted as its own program formats it', () => {
    expect(expectRun(['fmt', '-check', '-recursive', '-list=true'], terraform)).toBe('');
  });

  test('evaluates to the chosen statements of the served policy, for every choice of statements', () => {
    // The variable for wildcards concerns one statement: with it, each pair of statements and all of them are enough.
    const isEnough = ({ chosen, isStrict }: Choice): boolean =>
      !isStrict || chosen.size <= 2 || chosen.size === sids.length;
    const some = allChoices.filter((choice) => choice.chosen.size > 0 && isEnough(choice));
    const keyed = new Map(some.map((choice) => [nameOf(choice), choice]));
    writeFileSync(path.join(folder, 'choices.json'), JSON.stringify(Object.fromEntries([...keyed].map(toVariables))));
    const passed = [...sids.map(variableOf), 'strict'].map((name) => `  ${name} = each.value.${name}\n`).join('');
    writeFileSync(
      path.join(folder, 'main.tf'),
      `module "each" {\n  source = "${terraform}/policy"\n  for_each = jsondecode(file("choices.json"))\n${passed}}\n` +
        'output "documents" {\n  value = { for name, one in module.each : name => one.json }\n}\n',
    );
    expectRun(['init', '-no-color'], folder);
    expectRun(['validate', '-no-color'], folder);
    expectRun(['apply', '-no-color', '-auto-approve'], folder);
    const documents = JSON.parse(expectRun(['output', '-json', 'documents'], folder)) as Record<string, string>;
    expect(Object.keys(documents).toSorted()).toEqual([...keyed.keys()].toSorted());
    for (const [name, { chosen, isStrict }] of keyed) {
      expect(JSON.parse(documents[name] ?? '')).toEqual(documentOf(chosen, isStrict));
    }
  }, 300_000);

  test('trusts and assumes as the served documents do', () => {
    const own = mkdtempSync(path.join(folder, 'roles-'));
    const [user, role] = ['arn:aws:iam::123456789012:user/farol', 'arn:aws:iam::111122223333:role/farol-agent'];
    const trust = (name: string, more: string): string =>
      `module "${name}" {\n  source = "${terraform}/trust"\n  base_arns = ["${user}"]\n${more}}\n`;
    writeFileSync(
      path.join(own, 'main.tf'),
      `${trust('bare', '')}${trust('named', '  external_id = "farol-7d9c2f"\n')}` +
        `module "assume" {\n  source = "${terraform}/base/policy"\n  role_arns = ["${role}", "${role}"]\n}\n` +
        'output "documents" {\n  value = [module.bare.json, module.named.json, module.assume.json]\n}\n',
    );
    expectRun(['init', '-no-color'], own);
    expectRun(['apply', '-no-color', '-auto-approve'], own);
    const documents = JSON.parse(expectRun(['output', '-json', 'documents'], own)) as string[];
    expect(documents.map((one) => JSON.parse(one) as unknown)).toEqual([
      buildTrustPolicy({ principals: [user], externalIds: [] }),
      buildTrustPolicy({ principals: [user], externalIds: ['farol-7d9c2f'] }),
      buildAssumePolicy([role]),
    ]);
  }, 120_000);

  test('allows everything by default, and refuses to allow nothing', () => {
    const alone = path.join(terraform, 'policy');
    const inFolder = ['-no-color', `-state=${path.join(folder, 'alone.tfstate')}`];
    const plan = ['plan', ...inFolder, '-lock=false'];
    expect(expectRun(plan, alone)).toContain('quicksight:Describe*');
    const none = sids.flatMap((sid) => ['-var', `${variableOf(sid)}=false`]);
    const refused = run([...plan, ...none], alone);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/set at least one of the allow_\s+variables to true/u);
  });
});

function nameOf({ chosen, isStrict }: Choice): string {
  return [...chosen, isStrict ? 'strict' : 'plain'].join('-');
}

function toVariables([name, { chosen, isStrict }]: readonly [string, Choice]) {
  const allowed = sids.map((sid) => [variableOf(sid), chosen.has(sid)] as const);
  return [name, { ...Object.fromEntries(allowed), strict: isStrict }] as const;
}
