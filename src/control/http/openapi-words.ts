/** What the description of the interface says in words: the subjects of its addresses, and who may call. */
import type { Access } from './access.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
  /** First parts of addresses, below `/api` where they begin so. */
  readonly of: readonly string[];
}

export const tags: readonly Tag[] = [
  {
    name: 'session',
    description: 'Signing in and out, and the own sessions and passkeys.',
    of: ['session', 'sessions', 'me', 'passkeys'],
  },
  { name: 'people', description: 'People of the organization and the links that let them in.', of: ['people'] },
  { name: 'tokens', description: 'Tokens for programs.', of: ['tokens'] },
  {
    name: 'fleet',
    description: 'Agents and Profilers, their health and their enrolment.',
    of: ['fleet', 'instances', 'enroll'],
  },
  {
    name: 'questions',
    description: 'The catalog of operations, asking them, and what was asked.',
    of: ['catalog', 'operations', 'questions', 'saved-questions'],
  },
  {
    name: 'profiling',
    description: 'Captures of the Profiler, comparisons of versions, and their flame graphs.',
    of: ['profiling'],
  },
  { name: 'markers', description: 'Deploys and incidents of workloads.', of: ['markers'] },
  { name: 'records', description: 'What people did, and what Agents and Profilers did.', of: ['acts', 'audit'] },
  { name: 'settings', description: 'Settings of the organization.', of: ['settings'] },
  {
    name: 'permissions',
    description: 'Permission documents for the systems that Agents ask, and what each source may do.',
    of: ['policies', 'permissions'],
  },
  { name: 'assistants', description: 'The Model Context Protocol.', of: ['mcp', '.well-known'] },
  {
    name: 'installation',
    description: 'This control plane itself.',
    of: ['healthz', 'readyz', 'openapi.json', 'ca.pem', 'events'],
  },
];

/** @throws Error for an address of no subject: a new one needs a tag. */
export function tagOf(url: string): string {
  const first = url.replace(/^\/api\//u, '/').split('/')[1] ?? '';
  const tag = tags.find(({ of }) => of.includes(first));
  if (tag === undefined) throw new Error(`the address ${url} belongs to no tag of the interface description`);
  return tag.name;
}

export const callers: Readonly<Record<Access, string>> = {
  public: 'Anybody may call it.',
  reader: 'Signed-in people and read tokens may call it.',
  asker: 'Signed-in people and read tokens may call it; what they ask for decides what else they need.',
  own: 'It checks its own kind of token, link or ticket.',
  member: 'Signed-in people may call it.',
  admin: 'Signed-in admins and owners may call it.',
  owner: 'Signed-in owners may call it.',
};
