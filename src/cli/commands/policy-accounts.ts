/** `farol policy accounts`: what each account of AWS needs for the sources that read it by a role. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { registry } from '../../../connectors/registry.ts';
import { sourcesFileVariable } from '../../agent/boot/agent-variables.ts';
import { readSourcesFile } from '../../agent/boot/read-sources-file.ts';
import { Redactor } from '../../core/redact.ts';
import { type AccountDocuments, buildAccountDocuments, type RoleSource } from '../../policy/account-documents.ts';
import { type AwsPolicy, buildAwsPolicy } from '../../policy/aws-policy.ts';
import { renderJson } from '../../policy/other-documents.ts';
import { readDocument } from '../../policy/policy-files.ts';
import { parseAwsPolicy } from '../../policy/read-policy.ts';
import { AssumeForm, TrustForm } from '../../policy/role-forms.ts';
import { endWith, exitCodes, printNote, WrongUsage } from './end-with.ts';

interface AccountsOptions {
  readonly sources?: string;
  readonly base?: string[];
  readonly strict?: true;
  readonly out?: string;
}

export function printAccounts(options: AccountsOptions): Promise<void> {
  return endWith('policy', new Redactor(), () => Promise.resolve().then(() => print(options)));
}

function print({ sources: file = process.env[sourcesFileVariable], base = [], strict, out }: AccountsOptions): number {
  const principals = TrustForm.safeParse(base.length === 0 ? {} : { base });
  if (!principals.success) throw new WrongUsage(`--base: ${principals.error.issues[0]?.message ?? ''}.`);
  const permissions = new Map<string, AwsPolicy>([
    ['aws', parseAwsPolicy(readDocument(`aws/edge-read-only${strict === true ? '-strict' : ''}.json`))],
    ['eks', policyOfEks()],
  ]);
  const documents = build(roleSourcesIn(file), base, permissions);
  if (out === undefined) process.stdout.write(renderJson(documents));
  else write(documents, out);
  return exitCodes.done;
}

function build(
  sources: readonly RoleSource[],
  principals: readonly string[],
  permissions: ReadonlyMap<string, AwsPolicy>,
) {
  try {
    return buildAccountDocuments({ sources, principals, permissions });
  } catch (cause) {
    throw new WrongUsage(cause instanceof Error ? cause.message : 'unknown cause', { cause });
  }
}

/** No secret is read, so that a reviewer needs the file alone. */
function roleSourcesIn(file: string | undefined): RoleSource[] {
  if (file === undefined || file === '') {
    throw new WrongUsage(`Name the sources file with --sources, or set ${sourcesFileVariable}.`);
  }
  const { sources, problems } = readSourcesFile(file, registry);
  const wrong = problems.map(({ problem, remedy }) => `${problem} ${remedy}`).join(' ');
  if (wrong !== '') throw new WrongUsage(wrong);
  const found = sources.flatMap(({ name, connector, settings }) => {
    const { AWS_ASSUME_ROLE_ARN: role, AWS_ASSUME_ROLE_EXTERNAL_ID: externalId } = settings;
    return role === undefined ? [] : [{ name, connector, role: role.trim(), externalId: externalId?.trim() }];
  });
  for (const { name, role } of found) {
    if (AssumeForm.safeParse({ role: [role] }).success) continue;
    throw new WrongUsage(`AWS_ASSUME_ROLE_ARN of ${name} is not the ARN of a role.`);
  }
  if (found.length === 0) throw new WrongUsage(`No source of ${file} sets AWS_ASSUME_ROLE_ARN.`);
  return found;
}

/** Inside a cluster nothing of IAM is needed: one action finds it. */
function policyOfEks(): AwsPolicy {
  const manifest = registry.find(({ manifest: { id } }) => id === 'eks')?.manifest;
  if (manifest === undefined) throw new Error('there is no connector eks');
  const ofAws = Object.entries(manifest.grants).filter(([grant]) => /^[a-z0-9-]+:[A-Z]\w+$/u.test(grant));
  return buildAwsPolicy({ grants: Object.fromEntries(ofAws), operations: manifest.operations });
}

function write({ base, accounts }: AccountDocuments, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'base.json'), renderJson(base));
    for (const one of accounts) writeFileSync(path.join(folder, `${one.account}.json`), renderJson(one));
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause';
    throw new WrongUsage(`${folder} cannot be written (${why}).`, { cause });
  }
  printNote(`${folder} holds base.json and the documents of ${accounts.length} accounts.`);
}
