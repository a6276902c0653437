/**
 * What is asked beside a refusal that gives no reason: for which teams the token is, and what its owner is in the team.
 * https://vercel.com/docs/rest-api/authentication/get-auth-token-metadata and
 * https://vercel.com/docs/rest-api/teams/get-a-team.
 */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault, type FaultKind } from '../../src/core/fault.ts';
import { openVercel, type VercelClient } from './client.ts';
import type { manifest } from './manifest.ts';
import { TeamAnswer, TokenAnswer } from './schema.ts';

const variable = 'VERCEL_TEAM_ID';
/** More would be a page of ids. */
const namedTeams = 5;
const keep = 'Do not rotate the token.';

export const probes = {
  scopes: {
    tells:
      'Which teams the scope of the token covers, and whether its owner is a member of the configured team and in which role.',
    async run(fault, context) {
      const client = openVercel(context);
      const scopes = await unlessRefused(client.getOfToken(TokenAnswer, '/v5/user/tokens/current'));
      // A token of one project may not ask for its own scopes.
      if (scopes === undefined) return fault;
      const teams = (scopes.token.scopes ?? []).flatMap(({ type, teamId }) => (type === 'team' ? (teamId ?? []) : []));
      const configured = context.config.text(variable);
      if (configured === undefined || (teams.length > 0 && !teams.includes(configured))) {
        return teams.length === 0
          ? fault
          : refineFault(fault, 'not_configured', { variable }, otherTeam(teams, configured));
      }
      const { layer, remedy } = await blameOwner(client, configured);
      return refineFault(fault, 'permission_missing', { grant: 'team token', layer }, `${remedy} ${keep}`);
    },
  },
} satisfies Probes<typeof manifest>;

function otherTeam(teams: readonly string[], configured: string | undefined): string {
  const named = `${teams.slice(0, namedTeams).join(' or ')}${teams.length > namedTeams ? ' or another one of its teams' : ''}`;
  const why = configured === undefined ? 'is not set' : 'names a team that is not in the scope of the token';
  return `The token works, and ${variable} ${why}. Set ${variable} to ${named}. ${keep}`;
}

/** The scope covers the team, so that what refuses is the part its owner has there. */
async function blameOwner(client: VercelClient, team: string): Promise<{ layer: string; remedy: string }> {
  const found = await unlessRefused(client.getOfToken(TeamAnswer, `/v2/teams/${encodeURIComponent(team)}`));
  const layer = 'membership of the owner';
  if (found === undefined) {
    return {
      layer,
      remedy: `The scope of the token covers the team in ${variable}, but its owner is not a member of the team: an owner of the team must invite them with the role Viewer.`,
    };
  }
  const { role, confirmed } = found.membership ?? {};
  if (confirmed === false) {
    return { layer, remedy: 'The owner of the token has to accept the invitation to the team.' };
  }
  return {
    layer: 'role of the owner',
    remedy: `The owner of the token is a member of the team${role ? ` in the role ${role}` : ''}, which may not read this: an owner of the team must give them the role Viewer.`,
  };
}

/** Vercel refuses a team of others, and sometimes calls it not found. */
const refusals = new Set<FaultKind>(['permission_missing', 'not_configured', 'not_found_or_hidden']);

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Fault && refusals.has(error.kind)) return undefined;
    throw error;
  }
}
