/** The API server of a cluster on loopback, strict both ways: it accepts the tokens that EKS accepts, grants what a test sets, and refuses in the words of Kubernetes. */
import { z } from 'zod';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { deployment, endpoints, ingress, pods, service } from './objects.ts';

export const user = 'arn:aws:sts::123456789012:assumed-role/farol/agent';

/** Everything the cluster role grants, as the access reviews ask for it. */
export const roleGrants = [
  'get pods',
  'list pods',
  'get services',
  'list services',
  'get endpoints',
  'list endpoints',
  'get deployments.apps',
  'get ingresses.networking.k8s.io',
  'list ingresses.networking.k8s.io',
] as const;

interface Stored {
  readonly root: string;
  readonly resource: string;
  readonly kind: string;
  readonly group: string;
  readonly items: readonly object[];
}
const stored: readonly Stored[] = [
  { root: '/api/v1', group: '', resource: 'pods', kind: 'Pod', items: pods },
  { root: '/api/v1', group: '', resource: 'services', kind: 'Service', items: [service] },
  { root: '/api/v1', group: '', resource: 'endpoints', kind: 'Endpoints', items: [endpoints] },
  { root: '/apis/apps/v1', group: 'apps', resource: 'deployments', kind: 'Deployment', items: [deployment] },
  {
    root: '/apis/networking.k8s.io/v1',
    group: 'networking.k8s.io',
    resource: 'ingresses',
    kind: 'Ingress',
    items: [ingress],
  },
];

const Named = z.looseObject({
  metadata: z.looseObject({ name: z.string(), namespace: z.string(), labels: z.record(z.string(), z.string()) }),
});

const Review = z.strictObject({
  apiVersion: z.literal('authorization.k8s.io/v1'),
  kind: z.literal('SelfSubjectAccessReview'),
  spec: z.strictObject({
    resourceAttributes: z.strictObject({
      group: z.string(),
      resource: z.string(),
      subresource: z.string().optional(),
      verb: z.string(),
    }),
  }),
});

export interface ClusterSettings {
  readonly granted?: readonly string[];
  /** Whether the cluster takes this header; by default the tokens that EKS takes. */
  readonly accepts?: (authorization: string | undefined) => boolean;
  /** Minor version. */
  readonly minor?: string;
  /** False: no access entry maps the identity. */
  readonly isMapped?: boolean;
  /** Places in lists are older than the cluster keeps. */
  readonly isCompacted?: boolean;
}

/** Undefined for a call that nobody may make. */
export function answerAsCluster(call: FakeCall, settings: ClusterSettings = {}): Reply | undefined {
  const { granted = roleGrants, isMapped = true, accepts = isToken, minor = '36' } = settings;
  if (!isMapped || !accepts(call.headers.authorization)) return failure(401, 'Unauthorized', 'Unauthorized');
  if (call.path === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') return review(call, granted);
  if (call.method !== 'GET') return undefined;
  if (call.path === '/version') {
    return json(200, { major: '1', minor, gitVersion: `v1.${minor}.0`, platform: 'linux/amd64' });
  }
  return readStored(call, granted, settings);
}

function readStored(call: FakeCall, granted: readonly string[], settings: ClusterSettings): Reply | undefined {
  for (const one of stored) {
    const rest = /^(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?$/u.exec(call.path.slice(one.root.length));
    if (!call.path.startsWith(`${one.root}/`) || rest?.[2] !== one.resource) continue;
    const [, namespace, , name] = rest;
    const verb = name === undefined ? 'list' : 'get';
    if (!granted.includes(grantOf({ ...one, verb }))) return forbidden(one, verb, { namespace, name });
    return name === undefined ? list(call, one, { namespace, settings }) : get(one, name);
  }
  return undefined;
}

/** What EKS takes: the address of a signed `GetCallerIdentity`, younger than 15 minutes, for a cluster. */
function isToken(authorization = ''): boolean {
  const encoded = /^Bearer k8s-aws-v1\.([\w-]+)$/u.exec(authorization)?.[1];
  const url = URL.parse(Buffer.from(encoded ?? '', 'base64url').toString());
  if (url === null) return false;
  const { searchParams: query } = url;
  const [, at = ''] = /^(\d{8}T\d{6}Z)$/u.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const signedMs = Date.parse(at.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/u, '$1-$2-$3T$4:$5:$6'));
  return (
    url.protocol === 'https:' &&
    /^sts\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/u.test(url.host) &&
    query.get('Action') === 'GetCallerIdentity' &&
    query.get('X-Amz-SignedHeaders') === 'host;x-k8s-aws-id' &&
    Number(query.get('X-Amz-Expires')) <= 900 &&
    /^[0-9a-f]{64}$/u.test(query.get('X-Amz-Signature') ?? '') &&
    Math.abs(Date.now() - signedMs) < 15 * 60_000
  );
}

function review({ method, body }: FakeCall, granted: readonly string[]): Reply | undefined {
  const asked = Review.safeParse(JSON.parse(body));
  if (method !== 'POST' || !asked.success) return undefined;
  const { group, resource, subresource, verb } = asked.data.spec.resourceAttributes;
  const full = subresource === undefined ? resource : `${resource}/${subresource}`;
  const allowed = granted.includes(grantOf({ group, resource: full, verb }));
  return json(201, { ...asked.data, metadata: {}, status: { allowed, ...(allowed && { reason: 'RBAC: allowed' }) } });
}

function list(
  { query }: FakeCall,
  { items, kind, root }: Stored,
  { namespace, settings }: { readonly namespace: string | undefined; readonly settings: ClusterSettings },
): Reply | undefined {
  const allowed = new Set(['limit', 'continue', 'labelSelector']);
  if ([...query.keys()].some((name) => !allowed.has(name))) return undefined;
  const limit = Number(query.get('limit'));
  if (!Number.isInteger(limit) || limit < 1) return undefined;
  const selector = query.get('labelSelector');
  const wanted = /^([\w./-]+)=([\w.-]*)$/u.exec(selector ?? '');
  if (selector !== null && wanted === null) {
    return failure(400, 'BadRequest', `found '${selector}', expected: !, identifier, or 'end of string'`);
  }
  const place = query.get('continue');
  if (place !== null && settings.isCompacted === true) return expired;
  const start = place === null ? 0 : Number(/^at-(\d+)$/u.exec(place)?.[1]);
  if (Number.isNaN(start)) {
    const about = "invalid character '\\u009e' looking for beginning of value";
    return failure(400, 'BadRequest', `invalid continue token: continue key is not valid: ${about}`);
  }
  const found = items.filter((item) => {
    const { metadata } = Named.parse(item);
    return (
      (namespace === undefined || metadata.namespace === namespace) &&
      (wanted === null || metadata.labels[wanted[1] ?? ''] === wanted[2])
    );
  });
  const end = start + limit;
  const rest = found.length - end;
  // Only whole lists report how many follow.
  const count = selector === null ? { remainingItemCount: rest } : {};
  const more = rest > 0 ? { continue: `at-${end}`, ...count } : {};
  return json(200, {
    kind: `${kind}List`,
    apiVersion: versionOf(root),
    metadata: { resourceVersion: '4711', ...more },
    items: found.slice(start, end),
  });
}

function get({ items, resource, kind, group, root }: Stored, name: string): Reply {
  const found = items.find((item) => Named.parse(item).metadata.name === name);
  if (found !== undefined) return json(200, { kind, apiVersion: versionOf(root), ...found });
  const details = { name, ...(group !== '' && { group }), kind: resource };
  return failure(404, 'NotFound', `${fullName({ resource, group })} "${name}" not found`, details);
}

interface Wanted {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

function forbidden({ resource, group }: Stored, verb: string, { namespace, name }: Wanted): Reply {
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `${fullName({ resource, group })}${name === undefined ? '' : ` "${name}"`}`;
  const message = `${what} is forbidden: User "${user}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`;
  const details = { ...(name !== undefined && { name }), ...(group !== '' && { group }), kind: resource };
  return failure(403, 'Forbidden', message, details);
}

/** With a place from which the rest can be had, inconsistently: nobody goes on there. */
const expired = json(410, {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: { continue: 'at-later' },
  status: 'Failure',
  message:
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  reason: 'Expired',
  code: 410,
});

function failure(code: number, reason: string, message: string, details?: object): Reply {
  const told = { status: 'Failure', message, reason, ...(details !== undefined && { details }), code };
  return json(code, { kind: 'Status', apiVersion: 'v1', metadata: {}, ...told });
}

/** `v1` of the oldest group, `apps/v1` of another. */
function versionOf(root: string): string {
  return root.replace(/^\/apis?\//u, '');
}

function fullName({ resource, group }: Pick<Stored, 'group' | 'resource'>): string {
  return `${resource}${group === '' ? '' : `.${group}`}`;
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function grantOf({ group, resource, verb }: Pick<Stored, 'group' | 'resource'> & { readonly verb: string }): string {
  return `${verb} ${fullName({ resource, group })}`;
}
