/** The committed documents, as files beside the program: `policies/` for this version, `policies/history/<version>/` for each release before it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readVersion } from '../core/version.ts';

/** What a person calls each document, and where it is. */
export const documentNames: ReadonlyMap<string, string> = new Map([
  ['aws', 'aws/edge-read-only.json'],
  ['aws-grants', 'aws/grants.json'],
  ['aws-assume-role', 'aws/assume-role.json'],
  ['aws-trust', 'aws/trust.json'],
  ['aws-secret-store', 'aws/secret-store.json'],
  ['aws-athena-storage', 'aws/athena-storage.json'],
  ['kubernetes', 'kubernetes/farol-read.yaml'],
  ['kubernetes-service-account', 'kubernetes/service-account.yaml'],
  ['kubernetes-secret-store', 'kubernetes/secret-store.yaml'],
  ['gcp', 'gcp/roles.json'],
  ['gcp-custom-role', 'gcp/custom-role.json'],
  ['gcp-secret-store', 'gcp/secret-store.json'],
  ['github', 'github/permissions.json'],
  ['slack', 'slack/scopes.json'],
  ['argocd', 'argocd/policy.csv'],
  ['vault-secret-store', 'vault/secret-store.json'],
]);

/** Two folders up from the source, three from the compiled file. */
export function findPolicies(): string {
  const here = import.meta.dirname;
  const isCompiled = here.endsWith(path.join('dist', 'src', 'policy'));
  return path.join(here, isCompiled ? '../../../policies' : '../../policies');
}

export function readDocument(file: string): string {
  return readFileSync(path.join(findPolicies(), file), 'utf8');
}

/** Undefined for a version whose documents are not included. The version has the form of one, so that it names no other folder. */
export function readReleasedDocument(version: string, file: string): string | undefined {
  if (!/^\d+\.\d+\.\d+$/u.test(version)) return undefined;
  if (version === readVersion()) return readDocument(file);
  const released = path.join(findPolicies(), 'history', version, file);
  return existsSync(released) ? readFileSync(released, 'utf8') : undefined;
}
