/**
 * The permission documents as the control plane serves them, and beside this version an earlier one
 * that never was: without a statement, and from a day when AWS had fewer actions behind a wildcard.
 */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { Refusal } from './refusal.ts';
import { PolicyIndexForm } from '../../src/policy/policy-index.ts';
import { ActionSnapshotForm, AwsPolicyForm } from '../../src/policy/read-policy.ts';

const folder = path.resolve(import.meta.dirname, '../../policies');

export const earlier = {
  version: '0.0.9',
  lacks: 'SegurancaIamSomenteLeitura',
  unknownThen: ['quicksight:ListDashboards', 'quicksight:ListUsers'],
} as const;

export async function servePolicy(pathname: string, response: ServerResponse): Promise<void> {
  const [, , ...parts] = pathname.split('/');
  const isEarlier = parts[0] === earlier.version;
  const name = (isEarlier ? parts.slice(1) : parts).join('/');
  const text = await readDocument(name);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(isEarlier ? JSON.stringify(makeEarlier(name, JSON.parse(text))) : withEarlier(name, text));
}

async function readDocument(name: string): Promise<string> {
  try {
    return await readFile(path.join(folder, name), 'utf8');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    throw new Refusal(404, 'not_found', 'There is no such document; /policies/index.json lists all documents.');
  }
}

function withEarlier(name: string, text: string): string {
  if (name !== 'index.json') return text;
  const index = PolicyIndexForm.parse(JSON.parse(text));
  return JSON.stringify({ ...index, releases: [...index.releases, earlier.version] });
}

function makeEarlier(name: string, document: unknown): unknown {
  if (name === 'aws/actions.json') {
    const { source, actions } = ActionSnapshotForm.parse(document);
    const unknown = new Set<string>(earlier.unknownThen);
    return { source, actions: Object.fromEntries(Object.entries(actions).filter(([action]) => !unknown.has(action))) };
  }
  const policy = AwsPolicyForm.parse(document);
  return { ...policy, Statement: policy.Statement.filter(({ Sid }) => Sid !== earlier.lacks) };
}
