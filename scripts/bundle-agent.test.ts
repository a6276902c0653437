/** What the Agent's bundle holds, and what of it an Agent loads before its first question. Joined from the sources here. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { closeOver } from '../demo/image.ts';
import { manifest as aws } from '../connectors/aws/manifest.ts';
import { manifest as eks } from '../connectors/eks/manifest.ts';
import type { Manifest } from '../src/connector/manifest.ts';
import { bundleInput, lazyLibraries, libraries } from './bundle-agent.ts';

const root = path.resolve(import.meta.dirname, '..');
const kubernetes = '@kubernetes/client-node';
/** Clients of third-party systems that connectors run. */
const clients = ['@google-cloud/bigquery', '@google-cloud/billing', kubernetes, '@octokit/rest', '@slack/web-api'];
const unused = ['undici', '@aws-sdk/credential-provider-node'];

let chunks: ReadonlyMap<string, OutputChunk>;
beforeAll(async () => {
  const bundle = await rolldown(bundleInput(root, 'ts'));
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
}, 120_000);

/** The chunks that are loaded with this one, and what they import that is in no chunk. */
function loadedWith(name: string): { readonly joined: readonly OutputChunk[]; readonly outside: readonly string[] } {
  const names = new Set([name]);
  for (const one of names) for (const imported of chunks.get(one)?.imports ?? []) names.add(imported);
  const joined = [...names].flatMap((one) => chunks.get(one) ?? []);
  return { joined, outside: [...names].filter((one) => !chunks.has(one)) };
}

const packagesOf = (joined: readonly OutputChunk[]): string[] => [
  ...new Set(
    joined.flatMap(({ moduleIds }) =>
      moduleIds.flatMap((id) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(id)?.[1] ?? []),
    ),
  ),
];

const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

test.each(['bin.js', 'health-worker.js'])('%s starts without the client of any system', (entry) => {
  const { joined, outside } = loadedWith(entry);
  expect(joined.length).toBeGreaterThan(0);
  expect(outside.filter((name) => !isBuiltin(name))).toEqual([]);
  const always = new Set(closeOver(root, libraries));
  expect(packagesOf(joined).filter((name) => !always.has(name))).toEqual([]);
});

test('each client is loaded by a question, and only those of AWS and Kubernetes are joined', () => {
  const all = [...chunks.values()];
  const asked = all.flatMap(({ dynamicImports }) => dynamicImports);
  const outside = [...new Set(asked.filter((name) => !chunks.has(name) && !isBuiltin(name)))];
  expect(outside).toEqual(expect.arrayContaining(clients.filter((name) => !lazyLibraries.includes(name))));
  const holds = (name: string): boolean => packagesOf(chunks.has(name) ? [chunks.get(name)!] : []).includes(kubernetes);
  expect(asked.filter(holds).length).toBeGreaterThan(0);
  expect(outside.filter((name) => name.startsWith('@aws-sdk/'))).toEqual([]);
});

test('of the 2,800 commands of AWS, those are joined that operations, checks and the sign-in declare', () => {
  const joined = [...chunks.values()].flatMap(({ code }) =>
    [...code.matchAll(/\b(\w+)Command = class/gu)].map(([, command]) => command),
  );
  const manifests = [aws, eks];
  const declared = manifests.flatMap(({ operations, checks, signIn = [] }: Manifest) => [
    ...Object.values(operations).flatMap(({ upstream }) => upstream),
    ...Object.values(checks).flatMap(({ upstream }) => upstream),
    ...signIn,
  ]);
  const ofStores = ['GetSecretValue'];
  const known = new Set([...declared.map((call) => call.slice(call.indexOf(':') + 1)), ...ofStores]);
  expect(joined).toContain('DescribeInstances');
  expect(joined.filter((command) => !known.has(String(command)))).toEqual([]);
});

test.each(unused)('holds no %s', (name) => {
  const all = [...chunks.values()];
  expect(packagesOf(all)).toEqual(expect.arrayContaining([kubernetes, '@aws-sdk/client-ec2']));
  expect(packagesOf(all)).not.toContain(name);
  expect(all.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).not.toContain(name);
});
