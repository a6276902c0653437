/** The checks. Jira tells for every permission whether the account has it, in any project or in each that is configured. */
import type { OperationName } from '../../catalog/index.ts';
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import type { JiraClient, JiraContext } from './client.ts';
import { checkDataCenter } from './data-center-health.ts';
import { forbiddenKeys, type Permission, permissionKeys } from './grants.ts';
import type { manifest } from './manifest.ts';
import { isDataCenter, openJira } from './open-jira.ts';

const writes = {
  'Create issues': 'tickets.create',
  'Add comments': 'tickets.addComment',
  'Transition issues': 'tickets.transition',
} as const satisfies Partial<Record<Permission, OperationName>>;
type WritePermission = keyof typeof writes;

const scheme = 'in the permission scheme of the project (Project settings → Permissions)';

export const checks = {
  credential: {
    async run(context) {
      if (isDataCenter(context)) return checkDataCenter(context);
      const { displayName, accountId, accountType } = await openJira(context).whoAmI();
      const who = displayName ?? accountId ?? 'an unnamed account';
      return { status: 'ok', summary: `Signed in as ${who}${accountType === undefined ? '' : ` (${accountType})`}.` };
    },
  },

  tickets_read: {
    async run(context) {
      const client = openJira(context);
      const projects = projectsOf(context);
      const hidden = (await lackingIn(client, ['Browse projects'], projects)).get('Browse projects') ?? [];
      if (hidden.length === projects.length) throw cannotBrowse(hidden);
      const { rows } = await client.listProjects({ limit: 1 });
      const [first] = rows;
      if (first === undefined) return nothingToBrowse();
      await client.search({ jql: `project = "${first.key}"`, fields: ['summary'], limit: 1, about: [] });
      const held = ['Browse projects'];
      if (hidden.length === 0) return { status: 'ok', summary: 'Projects and tickets can be read.', held };
      const fault = cannotBrowse(hidden);
      return {
        status: 'degraded',
        summary: `The account may not browse ${hidden.join(', ')}.`,
        fault,
        held,
        missing: hidden.map((project) => `Browse projects in ${project}`),
        remedy: fault.remedy,
      };
    },
  },

  tickets_write: {
    async run(context) {
      const names = Object.keys(writes) as WritePermission[];
      const lacking = await lackingIn(openJira(context), names, projectsOf(context));
      const missing = names.filter((name) => lacking.has(name));
      const held = names.filter((name) => !lacking.has(name));
      if (missing.length === 0) return { status: 'ok', summary: 'All three writes are granted.', held };
      const named = missing.map((name) => nameIn(name, lacking.get(name) ?? []));
      return {
        status: 'skipped',
        summary: `Not granted: ${named.join(', ')}. Reading needs none of the three.`,
        held,
        missing: named,
        affects: missing.flatMap(affectedBy),
        remedy: `Nothing to do unless the Agent should write; in that case grant ${named.join(', ')} to the account ${scheme}.`,
      };
    },
  },

  least_privilege: {
    async run(context) {
      const held = await openJira(context).heldOf(Object.values(forbiddenKeys));
      const excess = Object.entries(forbiddenKeys).flatMap(([name, key]) => (held.has(key) ? name : []));
      if (excess.length === 0) {
        return { status: 'ok', summary: 'The account has none of the permissions that must never be granted.' };
      }
      return {
        status: 'pending_configuration',
        summary: `The account may do more than is used: ${excess.join(', ')}.`,
        excess,
        // Everything works; it is only allowed more than it needs.
        affects: [],
        remedy:
          'Remove the account from the groups and roles that grant these, or create a separate account for the Agent.',
      };
    },
  },
} satisfies Checks<typeof manifest>;

/** Empty text for any project. */
function projectsOf({ config }: JiraContext): readonly string[] {
  return config.text('JIRA_PROJECTS')?.split(',') ?? [''];
}

/** Permissions that are not held everywhere, each with the projects that lack it. Jira answers for one project at a time. */
async function lackingIn<P extends Permission>(
  client: JiraClient,
  permissions: readonly P[],
  projects: readonly string[],
): Promise<ReadonlyMap<P, readonly string[]>> {
  const lacking = new Map<P, string[]>();
  for (const project of projects) {
    const held = await heldIn(client, permissions, project);
    for (const permission of permissions) {
      if (!held.has(permissionKeys[permission])) lacking.set(permission, [...(lacking.get(permission) ?? []), project]);
    }
  }
  return lacking;
}

/** Nothing is held in a project that is not there or not shown. */
async function heldIn(
  client: JiraClient,
  permissions: readonly Permission[],
  project: string,
): Promise<ReadonlySet<string>> {
  const keys = permissions.map((permission) => permissionKeys[permission]);
  try {
    return await client.heldOf(keys, project === '' ? {} : { project });
  } catch (error) {
    if (error instanceof Fault && error.kind === 'not_found_or_hidden') return new Set();
    throw error;
  }
}

function nameIn(permission: WritePermission, projects: readonly string[]): string {
  const named = projects.filter((project) => project !== '');
  return named.length === 0 ? permission : `${permission} in ${named.join(' and ')}`;
}

function affectedBy(permission: WritePermission): OperationName[] {
  return permission === 'Transition issues' ? [writes[permission], 'tickets.listTransitions'] : [writes[permission]];
}

function cannotBrowse(projects: readonly string[]): Fault {
  const where = projects.filter((project) => project !== '');
  const which = where.length === 0 ? '' : `Check that ${where.join(', ')} exist${where.length === 1 ? 's' : ''}, and `;
  const grant = `${which}grant Browse Projects to the account ${scheme}. Do not rotate the token: it is valid.`;
  const remedy = `${grant.charAt(0).toUpperCase()}${grant.slice(1)}`;
  return new Fault('permission_missing', { grant: 'Browse projects', layer: 'project permission' }, remedy);
}

function nothingToBrowse(): Finding {
  return {
    status: 'degraded',
    summary: 'The account may browse projects, but the site shows none that is not archived.',
    remedy: 'Check that JIRA_URL is the intended site.',
    held: ['Browse projects'],
  };
}
