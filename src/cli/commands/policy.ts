/**
 * `farol policy`: the permission documents as a reviewer needs them.
 *
 * Exit codes: 0 done (for diff: nothing differs), 1 diff found differences, 2 wrong usage.
 */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
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
import { buildAssumePolicy, buildTrustPolicy, rolePlaceholder, trustPlaceholders } from '../../policy/aws-roles.ts';
import { renderJson, renderSecretStorePolicy, secretStorePlaceholders } from '../../policy/other-documents.ts';
import { documentNames, readDocument, readReleasedDocument } from '../../policy/policy-files.ts';
import { diffPolicies, type PolicySide } from '../../policy/policy-diff.ts';
import { parsePolicySource } from '../../policy/policy-source.ts';
import { parseAwsPolicy, parseSnapshot } from '../../policy/read-policy.ts';
import { renderPolicyDiff } from '../../policy/render-diff.ts';
import { AssumeForm, TrustForm } from '../../policy/role-forms.ts';
import { SecretStorePlaceForm } from '../../policy/secret-store-place.ts';
import { endWith, exitCodes, printJson, printLine, WrongUsage } from './end-with.ts';

interface JsonOption {
  readonly json?: true;
}

interface LeastOptions {
  readonly enabled: string;
  readonly strict?: true;
}

export interface PrintOptions {
  readonly strict?: true;
  readonly prefix?: string;
  readonly region?: string;
  readonly account?: string;
  readonly partition?: string;
  readonly base?: string[];
  readonly externalId?: string;
  readonly role?: string[];
}

const awsFile = 'aws/edge-read-only.json';

export const printPolicy = (name: string, options: PrintOptions): Promise<void> => run(() => print(name, options));
export const diffTwoPolicies = (before: string, after: string, options: JsonOption): Promise<void> =>
  run(() => diff(before, after, options));
export const printLeastPolicy = (options: LeastOptions): Promise<void> => run(() => least(options));
export const showWithout = (sid: string, options: JsonOption): Promise<void> => run(() => without(sid, options));

function run(work: () => number): Promise<void> {
  return endWith('policy', new Redactor(), () => Promise.resolve().then(work));
}

function print(name: string, options: PrintOptions): number {
  const file = documentNames.get(name);
  // The parser lets no other name through.
  if (file === undefined) throw new Error(`there is no document ${name}`);
  const { strict, ...filled } = options;
  if (strict === true && name !== 'aws') throw new WrongUsage('--strict is for aws only.');
  const fill = fillable.get(name);
  const unknown = Object.keys(filled).find((option) => fill?.options.includes(option) !== true);
  if (unknown !== undefined) throw new WrongUsage(`--${toFlag(unknown)} is for ${documentWith(unknown)} only.`);
  const text =
    fill !== undefined && Object.keys(filled).length > 0
      ? fill.render(filled)
      : readDocument(strict === true ? 'aws/edge-read-only-strict.json' : file);
  process.stdout.write(text);
  return exitCodes.done;
}

/** Documents with placeholders: what is not given stays one. */
const fillable: ReadonlyMap<string, { options: readonly string[]; render(given: object): string }> = new Map([
  [
    'aws-secret-store',
    {
      options: ['prefix', 'region', 'account', 'partition'],
      render: (given) =>
        renderSecretStorePolicy({ ...secretStorePlaceholders, ...parsed(SecretStorePlaceForm, given) }),
    },
  ],
  [
    'aws-trust',
    {
      options: ['base', 'externalId'],
      render: (given) => {
        const { base = trustPlaceholders.principals, externalId } = parsed(TrustForm, given);
        const externalIds = externalId === undefined ? trustPlaceholders.externalIds : [externalId];
        return renderJson(buildTrustPolicy({ principals: base, externalIds }));
      },
    },
  ],
  [
    'aws-assume-role',
    {
      options: ['role'],
      render: (given) => renderJson(buildAssumePolicy(parsed(AssumeForm, given).role ?? [rolePlaceholder])),
    },
  ],
]);

const toFlag = (option: string): string => option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

function documentWith(option: string): string {
  return [...fillable].find(([, { options }]) => options.includes(option))?.[0] ?? '';
}

function parsed<S extends z.ZodType>(form: S, given: object): z.infer<S> {
  const { success, data, error } = form.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new WrongUsage(`--${toFlag(String(issue?.path[0] ?? ''))}: ${issue?.message ?? 'is not of its form'}.`);
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

function least({ enabled, strict }: LeastOptions): number {
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
