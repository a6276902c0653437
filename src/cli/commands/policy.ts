/**
 * `farol policy`: the permission documents as a reviewer needs them.
 *
 * Exit codes: 0 done (for diff: nothing differs), 1 diff found differences, 2 wrong usage.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { catalog } from '../../../catalog/index.ts';
import { readAllowFile } from '../../agent/boot/read-allow-file.ts';
import { Redactor } from '../../core/redact.ts';
import {
  type AwsPolicy,
  buildAwsPolicy,
  buildStrictAwsPolicy,
  operationsWithout,
  type PolicySource,
  renderAwsPolicy,
} from '../../policy/aws-policy.ts';
import {
  renderSecretStorePolicy,
  type SecretStorePlace,
  secretStorePlaceholders,
} from '../../policy/other-documents.ts';
import { documentNames, readDocument, readReleasedDocument } from '../../policy/policy-files.ts';
import { diffPolicies, type PolicySide } from '../../policy/policy-diff.ts';
import { parsePolicySource } from '../../policy/policy-source.ts';
import { parseAwsPolicy, parseSnapshot } from '../../policy/read-policy.ts';
import { renderPolicyDiff } from '../../policy/render-diff.ts';
import { SecretStorePlaceForm } from '../../policy/secret-store-place.ts';
import { endWith, exitCodes, printJson, printLine, withStrictUsage, WrongUsage } from './run-locally.ts';

interface JsonOption {
  readonly json?: true;
}

interface PrintOptions {
  readonly strict?: true;
  readonly prefix?: string;
  readonly region?: string;
  readonly account?: string;
  readonly partition?: string;
}

const awsFile = 'aws/edge-read-only.json';

export function policyCommand(): Command {
  const command = withStrictUsage(new Command('policy')).description(
    'print, compare and narrow the permission documents',
  );
  command
    .command('print')
    .description(
      'print a document: aws, aws-secret-store, aws-athena-storage, kubernetes, kubernetes-secret-store, gcp, gcp-custom-role, gcp-secret-store, github, slack, argocd, vault-secret-store',
    )
    .argument('<document>')
    .option('--strict', 'aws: without wildcards')
    .option('--prefix <prefix>', 'aws-secret-store: the prefix below which secrets are read')
    .option('--region <region>', 'aws-secret-store: region of the secrets')
    .option('--account <account>', 'aws-secret-store: account of the secrets')
    .option('--partition <partition>', 'aws-secret-store: aws, aws-cn or aws-us-gov')
    .action((name: string, options: PrintOptions) => run(() => print(name, options)));
  command
    .command('diff')
    .description('show what changed between two AWS policies, each a released version or a file')
    .argument('<before>')
    .argument('<after>')
    .option('--json', 'print JSON')
    .action((before: string, after: string, options: JsonOption) => run(() => diff(before, after, options)));
  command
    .command('for')
    .description('print the least AWS policy for exactly the operations that an allow file enables')
    .requiredOption('--enabled <file>', 'an allow file, as for RUNNER_ALLOW_FILE')
    .option('--strict', 'without wildcards')
    .action((options: { enabled: string; strict?: true }) => run(() => least(options)));
  command
    .command('without')
    .description('show which operations stop working without a statement of the AWS policy')
    .argument('<sid>')
    .option('--json', 'print JSON')
    .action((sid: string, options: JsonOption) => run(() => without(sid, options)));
  return command;
}

function run(work: () => number): Promise<void> {
  return endWith('policy', new Redactor(), () => Promise.resolve().then(work));
}

function print(name: string, options: PrintOptions): number {
  const file = documentNames.get(name);
  if (file === undefined) {
    throw new WrongUsage(`There is no document ${name}. Name one of: ${[...documentNames.keys()].join(', ')}.`);
  }
  const { strict, ...place } = options;
  if (strict === true && name !== 'aws') throw new WrongUsage('--strict is for aws only.');
  if (Object.keys(place).length > 0) {
    if (name !== 'aws-secret-store') throw new WrongUsage(`--${Object.keys(place)[0]} is for aws-secret-store only.`);
    process.stdout.write(renderSecretStorePolicy(secretStorePlace(place)));
    return exitCodes.done;
  }
  process.stdout.write(readDocument(strict === true ? 'aws/edge-read-only-strict.json' : file));
  return exitCodes.done;
}

function secretStorePlace(given: Omit<PrintOptions, 'strict'>): SecretStorePlace {
  const { success, data, error } = SecretStorePlaceForm.safeParse(given);
  if (success) return { ...secretStorePlaceholders, ...data };
  const [issue] = error.issues;
  throw new WrongUsage(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not of its form'}.`);
}

function diff(before: string, after: string, { json }: JsonOption): number {
  const found = diffPolicies(openSide(before), openSide(after), readSource());
  const isEqual = [found.added, found.removed, found.moved, found.grown].every((list) => list.length === 0);
  if (json === true) printJson({ before, after, ...found });
  else printLine(renderPolicyDiff(found));
  return isEqual ? exitCodes.done : exitCodes.fault;
}

/** A released version has the snapshot of its own day; a file is read by the snapshot of this version. */
function openSide(from: string): PolicySide {
  if (/^\d+\.\d+\.\d+$/u.test(from)) {
    const policy = readReleasedDocument(from, awsFile);
    const snapshot = readReleasedDocument(from, 'aws/actions.json');
    if (policy === undefined || snapshot === undefined) {
      throw new WrongUsage(`The policy of version ${from} is not included in this build.`);
    }
    return { policy: parseAwsPolicy(policy), snapshot: parseSnapshot(snapshot) };
  }
  return { policy: readPolicyFile(from), snapshot: parseSnapshot(readDocument('aws/actions.json')) };
}

function readPolicyFile(file: string): AwsPolicy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new WrongUsage(`${file} is neither a released version nor a file that can be read.`, { cause });
  }
  try {
    return parseAwsPolicy(text);
  } catch (cause) {
    throw new WrongUsage(`${file}: ${cause instanceof Error ? cause.message : 'unknown cause'}`, { cause });
  }
}

function least({ enabled, strict }: { enabled: string; strict?: true }): number {
  const { allowed, problems } = readAllowFile(enabled, catalog);
  if (problems.length > 0) {
    throw new WrongUsage(problems.map(({ problem, remedy }) => `${problem} ${remedy}`).join(' '));
  }
  const build = strict === true ? buildStrictAwsPolicy : buildAwsPolicy;
  const policy = build(readSource(), allowed);
  if (policy.Statement.length === 0) {
    throw new WrongUsage(`${enabled} enables no operation of the AWS connector, so there is no policy to apply.`);
  }
  process.stdout.write(renderAwsPolicy(policy));
  return exitCodes.done;
}

function without(sid: string, { json }: JsonOption): number {
  const source = readSource();
  const lost = operationsWithout(source, sid);
  if (lost.size === 0) {
    const sids = buildAwsPolicy(source).Statement.map(({ Sid }) => Sid);
    throw new WrongUsage(`The policy has no statement ${sid}. It has: ${sids.join(', ')}.`);
  }
  if (json === true) printJson({ sid, operations: Object.fromEntries(lost) });
  else for (const [name, missing] of lost) printLine(`${name}  loses ${missing.join(', ')}`);
  return exitCodes.done;
}

/** From the document and not from the connector, so that this shows what reviewers were given. */
function readSource(): PolicySource {
  return parsePolicySource(readDocument('aws/grants.json'));
}
