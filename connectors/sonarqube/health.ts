/** The checks do what the operations do, with the first project that may be browsed. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { openSonar } from './client.ts';
import { fromTheStart, globalPermissions } from './grants.ts';
import type { manifest } from './manifest.ts';
import { giveBrowse, makeToken } from './symptoms.ts';
import { cannotRead, inSentence, kindOfToken, refineByKind } from './token-kind.ts';

const one = { page: 1, pageSize: 1 };

export const checks = {
  token: {
    async run(context) {
      if (!(await openSonar(context).isValid())) throw invalid();
      const kind = await kindOfToken(context);
      if (kind?.verdict === 'rejected') throw cannotRead(kind);
      return {
        status: 'ok',
        summary: `SonarQube accepts the token${kind === undefined ? '' : `, a ${inSentence(kind.title)}`}.`,
      };
    },
  },

  projects_read: {
    async run(context) {
      const client = openSonar(context);
      const { paging, components } = await client.searchProjects(one);
      const [project] = components;
      if (project === undefined) throw await refineByKind(context, nothingToBrowse());
      const analysis = { project: project.key };
      await client.getMeasures(analysis, ['ncloc']);
      await client.getGate(analysis);
      await client.searchIssues(analysis, {}, one);
      // Last, because only this is refused by every version without the permission to browse.
      await client.searchHotspots(analysis, {}, one);
      const number = `${paging.total} ${paging.total === 1 ? 'project' : 'projects'}`;
      return { status: 'ok', summary: `${number} may be browsed; ${project.key} was read.`, held: ['Browse'] };
    },
  },

  least_privilege: {
    async run(context) {
      const { login, permissions } = await openSonar(context).whoAmI();
      const kind = await kindOfToken(context);
      if (kind?.verdict === 'rejected') return pushesAnalyses(inSentence(kind.title));
      if (permissions?.global === undefined) {
        return {
          status: 'skipped',
          summary: 'SonarQube does not report which permissions the token has in addition to Browse.',
        };
      }
      const held = new Set(permissions.global);
      const excess = Object.entries(globalPermissions).flatMap(([key, name]) => (held.has(key) ? [name] : []));
      const who = login ?? 'the user';
      if (excess.length === 0) return { status: 'ok', summary: `${who} has no global permission.` };
      return {
        status: 'pending_configuration',
        summary: `${who} may do more than is used: ${excess.join(', ')}.`,
        excess,
        // Everything works; it is only allowed more than it needs.
        affects: [],
        remedy: `Remove ${excess.join(', ')} from the user and from its groups under Administration → Security → Global Permissions. ${fromTheStart}`,
      };
    },
  },
} satisfies Checks<typeof manifest>;

/** What SonarQube says of global permissions is of the token: a project analysis token of an administrator has none. */
function pushesAnalyses(kind: string): Finding {
  return {
    status: 'pending_configuration',
    summary: `A ${kind} can push analyses, and SonarQube reports the permissions of the token, not those of its user.`,
    excess: [globalPermissions.scan],
    affects: [],
    remedy: makeToken,
  };
}

function invalid(): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'user token', reason: 'rejected' },
    `SonarQube rejects the token: it was revoked, it has expired, or it belongs to another server. ${makeToken}`,
  );
}

function nothingToBrowse(): Fault {
  return new Fault(
    'permission_missing',
    { grant: 'Browse', layer: 'project permission' },
    `SonarQube accepts the token but shows no project. ${giveBrowse}`,
  );
}
