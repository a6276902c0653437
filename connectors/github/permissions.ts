/** Permissions of a fine-grained token, in the order a person sets them. */
export interface TokenPermission {
  readonly permission: string;
  readonly level: 'Read' | 'Read and write';
  readonly purpose: string;
  readonly need: 'required' | 'optional';
}

export const tokenPermissions = [
  { permission: 'Metadata', level: 'Read', need: 'required', purpose: 'Base of all the others; repositories.' },
  {
    permission: 'Contents',
    level: 'Read',
    need: 'optional',
    purpose: 'Commits, content, refs, tags, comparison and code search.',
  },
  {
    permission: 'Pull requests',
    level: 'Read',
    need: 'optional',
    purpose: 'Pull requests, their files, and those of a commit.',
  },
  { permission: 'Actions', level: 'Read', need: 'optional', purpose: 'Workflow runs.' },
  { permission: 'Checks', level: 'Read', need: 'optional', purpose: 'Checks of a ref.' },
  { permission: 'Administration', level: 'Read', need: 'optional', purpose: 'Branch protection, and nothing else.' },
  { permission: 'Dependabot alerts', level: 'Read', need: 'optional', purpose: 'Security alerts.' },
  {
    permission: 'Issues',
    level: 'Read and write',
    need: 'optional',
    purpose: 'Only to open issues; without it everything else works.',
  },
] as const satisfies readonly TokenPermission[];

/** Scopes of a classic token. `repo` allows writing to every repository it reaches, which no operation does. */
export const classicScopes = ['repo', 'read:org', 'security_events'] as const;
