/**
 * One context of a kubeconfig, read strictly: what would run a program, send a password, skip a check or act as somebody
 * else is refused by its name, and so is every field that is not known. No message repeats a value.
 * https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { parseWebAddress } from '../../src/core/web-address.ts';
import { malformed, refuseCluster, refuseUser } from './refuse-kubeconfig.ts';

/** Of the others than the wanted one only the name is read. */
const entries = z.array(z.looseObject({ name: z.string() })).nullish();

const Kubeconfig = z.looseObject({
  kind: z.literal('Config').nullish(),
  'current-context': z.string().nullish(),
  clusters: entries,
  users: entries,
  contexts: entries,
});

const ContextEntry = z.looseObject({ cluster: z.string().min(1), user: z.string().min(1) });

const text = z.string().min(1).nullish();

const ClusterEntry = z.strictObject({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': z.base64().min(1).nullish(),
  'tls-server-name': text,
  'insecure-skip-tls-verify': z.literal(false).nullish(),
  'disable-compression': z.boolean().nullish(),
  'proxy-url': z.null().optional(),
  extensions: z.unknown().optional(),
});

const UserEntry = z.strictObject({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': z.base64().min(1).nullish(),
  'client-key': text,
  'client-key-data': z.base64().min(1).nullish(),
  exec: z.null().optional(),
  extensions: z.unknown().optional(),
});

/** What is in the kubeconfig itself, or in a file that it names. */
export type Held = { readonly value: string } | { readonly file: string; readonly field: string };

export interface KubeconfigContext {
  /** Of the cluster, as the kubeconfig calls it. */
  readonly cluster: string;
  readonly server: URL;
  readonly authority: Held | undefined;
  readonly serverName: string | undefined;
  readonly token: Held | undefined;
  readonly certificate: Held | undefined;
  readonly key: Held | undefined;
}

/** `wanted`: the name of a context; undefined for the current one. @throws Fault naming the field. */
export function readKubeconfig(content: string, wanted: string | undefined): KubeconfigContext {
  const config = parse(Kubeconfig, parseYaml(content), '');
  const name = wanted ?? config['current-context'] ?? '';
  if (name === '') throw malformed('has no current-context, and KUBERNETES_CONTEXT is not set');
  const by = wanted === undefined ? 'current-context' : 'KUBERNETES_CONTEXT';
  const context = parse(ContextEntry, pick(config.contexts, name, by)['context'], 'context.');
  const cluster = pick(config.clusters, context.cluster, 'context.cluster')['cluster'];
  const user = pick(config.users, context.user, 'context.user')['user'];
  refuseCluster(cluster);
  refuseUser(user);
  const ofCluster = parse(ClusterEntry, cluster, 'cluster.');
  const ofUser = parse(UserEntry, user, 'user.');
  const read: KubeconfigContext = {
    cluster: context.cluster,
    server: toServer(ofCluster.server),
    authority: oneOf('cluster', ofCluster, 'certificate-authority'),
    serverName: ofCluster['tls-server-name'] ?? undefined,
    token: tokenOf(ofUser),
    certificate: oneOf('user', ofUser, 'client-certificate'),
    key: oneOf('user', ofUser, 'client-key'),
  };
  requireCredential(read);
  return read;
}

function parseYaml(content: string): unknown {
  const document = parseDocument(content, { logLevel: 'error' });
  const [problem] = document.errors;
  const line = problem?.linePos?.[0].line;
  if (problem !== undefined) throw malformed(line === undefined ? 'is not YAML' : `is not YAML in line ${line}`);
  try {
    return document.toJS();
  } catch {
    // Aliases that cannot be followed, or that are more than a hundred.
    throw malformed('has aliases that cannot be followed');
  }
}

function pick(list: z.infer<typeof entries>, name: string, by: string): Readonly<Record<string, unknown>> {
  const [found, second] = (list ?? []).filter((one) => one.name === name);
  if (found === undefined) throw malformed(`has nothing of the name that ${by} gives`);
  if (second !== undefined) throw malformed(`has the name that ${by} gives twice`);
  return found;
}

function toServer(server: string): URL {
  const url = parseWebAddress(server, ['https:']);
  if (typeof url === 'string') throw malformed(`has a cluster.server that ${url}`);
  return url;
}

function oneOf<Name extends string>(
  entry: 'cluster' | 'user',
  fields: Readonly<Partial<Record<Name | `${Name}-data`, string | null | undefined>>>,
  name: Name,
): Held | undefined {
  const file: string | null | undefined = fields[name];
  const data: string | null | undefined = fields[`${name}-data`];
  if (file != null && data != null) throw malformed(`has both ${entry}.${name} and ${entry}.${name}-data`);
  if (file != null) return { file, field: `${entry}.${name}` };
  return data == null ? undefined : { value: Buffer.from(data, 'base64').toString('utf8') };
}

function tokenOf({ token, tokenFile }: z.infer<typeof UserEntry>): Held | undefined {
  if (token != null && tokenFile != null) throw malformed('has both user.token and user.tokenFile');
  if (tokenFile != null) return { file: tokenFile, field: 'user.tokenFile' };
  return token == null ? undefined : { value: token };
}

function requireCredential({ token, certificate, key }: KubeconfigContext): void {
  if (certificate !== undefined && key === undefined) {
    throw malformed('has user.client-certificate without user.client-key');
  }
  if (key !== undefined && certificate === undefined) {
    throw malformed('has user.client-key without user.client-certificate');
  }
  if (token === undefined && certificate === undefined) {
    throw malformed('has neither a token nor a client certificate in its user');
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown, at: string): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = `${at}${[...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.')}`;
  if (unknown !== undefined) throw malformed(`has the field ${printable(path)}, which is not known`);
  throw malformed(path === '' ? 'is not a kubeconfig' : `has no valid ${printable(path)}`);
}

/** Names of fields are part of the secret: of an odd one only the place is shown. */
function printable(path: string): string {
  return /^[\w.-]{1,80}$/u.test(path) ? path : `${path.split('.')[0] ?? ''}.(unreadable name)`;
}
