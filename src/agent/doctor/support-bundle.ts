/**
 * What somebody who helps needs to know, in one document that holds no secret: versions, which settings
 * are set, what boot and doctor say, health, and the last records of the audit log. Of settings there is
 * the name, never the value; of addresses the host. Of arguments there is nothing, not even the digest.
 */
import { arch, platform, release } from 'node:os';
import path from 'node:path';
import { knownDigest } from '../../../catalog/known-digest.ts';
import { catalog } from '../../../catalog/index.ts';
import { registry } from '../../../connectors/registry.ts';
import { proxyVariables } from '../../core/proxy-settings.ts';
import { readVersion } from '../../core/version.ts';
import { storeVariables } from '../../secrets/stores/store-variables.ts';
import { instanceVariables } from '../../tunnel/instance/config.ts';
import { agentVariables, sourcesFileVariable } from '../boot/agent-variables.ts';
import { readSourcesFile } from '../boot/read-sources-file.ts';
import { agentAuditName, listAuditFiles, localAuditName, readAuditFile } from '../audit/audit-files.ts';
import { type AuditLine, parseAuditLine } from '../audit/audit-line.ts';
import type { Environment } from '../connectors/connector-setup.ts';
import { type DoctorPorts, type Examined, runDoctor } from './run-doctor.ts';
import { auditFolderOf } from '../boot/local-agent.ts';

export interface DescribedVariable {
  readonly name: string;
  /** How it is given; left out when it is not. */
  readonly set?: 'value' | 'file';
  /** Of an address. */
  readonly host?: string;
}

export interface DescribedSource {
  readonly source: string;
  readonly connector: string;
  readonly variables: readonly DescribedVariable[];
}

export interface SupportBundle extends Examined {
  readonly format: 'farol-support/1';
  readonly at: string;
  readonly versions: Readonly<Record<'farol' | 'catalog' | 'node' | 'system', string>>;
  readonly operations: number;
  readonly variables: readonly DescribedVariable[];
  /** Of the sources file, each with its settings as `variables` has those of the Agent. */
  readonly sources: readonly DescribedSource[];
  readonly audit: readonly { readonly log: string; readonly last: readonly object[] }[];
}

export async function buildSupportBundle(ports: DoctorPorts): Promise<SupportBundle> {
  const examined = await runDoctor(ports);
  const bundle: SupportBundle = {
    format: 'farol-support/1',
    at: new Date().toISOString(),
    versions: {
      farol: readVersion(),
      catalog: knownDigest,
      node: process.version,
      system: `${platform()} ${release()} ${arch()}`,
    },
    operations: catalog.size,
    variables: describeVariables(ports.env),
    sources: describeSources(ports.env),
    ...examined,
    audit: await readLastRecords(auditFolderOf(ports.env)),
  };
  // By now every secret has been read, so the redactor knows each of them in all its encodings.
  return ports.redactor.value(bundle) as SupportBundle;
}

const networkVariables = Object.keys(proxyVariables).flatMap((name) => [name, name.toLowerCase()]);
const plainVariables = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];
const addressVariables = ['RUNNER_TUNNEL_URL', 'RUNNER_ENROLL_URL', 'RUNNER_SECRET_STORE_URL', ...networkVariables];

function describeVariables(env: Environment): DescribedVariable[] {
  const declared = registry.flatMap(({ manifest }) => Object.entries(manifest.config));
  const addresses = new Set([
    ...addressVariables,
    ...declared.filter(([, { kind }]) => kind === 'url').map(([name]) => name),
  ]);
  const names = [
    ...Object.keys({ ...instanceVariables, ...agentVariables, ...storeVariables }),
    ...declared.map(([name]) => name),
    ...networkVariables,
    ...plainVariables,
  ];
  return [...new Set(names)].map((name) => describeVariable(name, env, addresses.has(name)));
}

function describeVariable(name: string, env: Environment, isAddress: boolean): DescribedVariable {
  const value = env[name] ?? '';
  if (value === '') return (env[`${name}_FILE`] ?? '') === '' ? { name } : { name, set: 'file' };
  const host = isAddress ? URL.parse(value)?.host : undefined;
  return { name, set: 'value', ...(host !== undefined && host !== '' && { host }) };
}

/** Empty without a file, and for one that refuses the boot: what is examined says why. */
function describeSources(env: Environment): DescribedSource[] {
  const { sources } = readSourcesFile(env[sourcesFileVariable], registry);
  return sources.map(({ name: source, connector, settings }) => {
    const config = registry.find(({ manifest }) => manifest.id === connector)?.manifest.config ?? {};
    const variables = Object.entries(config).map(([name, { kind }]) =>
      describeVariable(name, settings, kind === 'url'),
    );
    return { source, connector, variables: variables.filter(({ set }) => set !== undefined) };
  });
}

const lastRecords = 200;

async function readLastRecords(folder: string): Promise<SupportBundle['audit']> {
  const found: { log: string; last: object[] }[] = [];
  for (const log of [agentAuditName, localAuditName]) {
    const files = await listAuditFiles(path.join(folder, log)).catch(() => []);
    const last: object[] = [];
    for (const file of files.toReversed()) {
      if (last.length >= lastRecords) break;
      const { lines } = await readAuditFile(file);
      const records = lines.slice(last.length - lastRecords).map(parseAuditLine);
      last.unshift(...records.filter((record) => record !== undefined).map(withoutDigest));
    }
    if (files.length > 0) found.push({ log, last });
  }
  return found;
}

/** A digest of something short can be tried out. */
function withoutDigest(line: AuditLine): object {
  if (line.event !== 'operation') return line;
  const { arguments_digest: _digest, ...shown } = line;
  return shown;
}
