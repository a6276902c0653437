/** Vercel: projects and deployments of one team, or of one person. Reads by GET; nothing is deployed, changed or promoted. */
import type { Manifest } from '../../src/connector/manifest.ts';

/** The project's retention decides how long deployments exist; a list is read page by page. */
const windowSec = 366 * 86_400;
/** Asked by a check that was refused without a reason. Neither needs a permission. */
const ofToken = ['GET /v5/user/tokens/current', 'GET /v2/teams/{teamId}'] as const;

export const manifest = {
  id: 'vercel',
  title: 'Vercel',
  summary: 'Reads projects and deployments of a team, with the names but never the values of environment variables.',
  vendorDocs: 'https://vercel.com/docs/rest-api',
  config: {
    VERCEL_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'Access token scoped to the team, created by a member whose role is Viewer.',
      example: 'vcp_…',
    },
    VERCEL_TEAM_ID: {
      kind: 'text',
      need: 'optional',
      pattern: /^team_[A-Za-z0-9_-]{8,64}$/u,
      patternWords: 'the id of a team, such as team_1a2b3c4d5e6f7g8h9i0j1k2l',
      description:
        'Team that owns the projects. Needed for a token of a team: without it Vercel answers 403 and does not say why.',
      example: 'team_1a2b3c4d5e6f7g8h9i0j1k2l',
    },
    VERCEL_URL: {
      kind: 'url',
      need: 'optional',
      default: 'https://api.vercel.com',
      description: 'Address of the API, for a proxy.',
      example: 'https://api.vercel.com',
    },
  },
  credentials: [
    {
      id: 'team_token',
      title: 'Access token with the scope of one team',
      verdict: 'recommended',
      note: 'Has the permissions of the role of its owner in that team; a token has no permissions of its own.',
    },
    {
      id: 'full_token',
      title: 'Access token with the scope Full Account',
      verdict: 'accepted',
      note: 'Reaches every team of its owner and the personal account, which is more than is used.',
    },
  ],
  grants: {
    'team token': {
      group: 'Scope of the token',
      need: 'required',
      purpose: 'List projects and deployments of the team, and get one project.',
    },
  },
  forbidden: [
    {
      grant: 'Owner',
      because:
        'The role of an owner lets the token delete the team; a token has the role of the person who created it.',
    },
  ],
  operations: {
    'deploy.listDeployments': {
      grants: ['team token'],
      upstream: ['GET /v6/deployments'],
      redactions: ['Environment and build settings of a deployment'],
      windowSec,
    },
    'deploy.listProjects': {
      grants: ['team token'],
      upstream: ['GET /v9/projects', 'GET /v10/projects'],
      redactions: ['Values of environment variables', 'Deploy hooks', 'Bypass secrets and passwords of the protection'],
    },
    'deploy.getProject': {
      grants: ['team token'],
      upstream: ['GET /v9/projects/{idOrName}'],
      redactions: ['Values of environment variables', 'Deploy hooks', 'Bypass secrets and passwords of the protection'],
    },
  },
  checks: {
    token: {
      proves: 'Vercel accepts the token, and names its owner unless it belongs to a project.',
      grants: [],
      upstream: ['GET /v2/user', 'GET /v6/deployments', ...ofToken],
      affects: ['deploy.listDeployments', 'deploy.listProjects', 'deploy.getProject'],
    },
    deployments_read: {
      proves: 'Deployments of the team can be listed.',
      grants: ['team token'],
      upstream: ['GET /v6/deployments', ...ofToken],
      affects: ['deploy.listDeployments'],
    },
    projects_read: {
      proves: 'Projects of the team can be listed.',
      grants: ['team token'],
      upstream: ['GET /v9/projects', 'GET /v10/projects', ...ofToken],
      affects: ['deploy.listProjects', 'deploy.getProject'],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
} as const satisfies Manifest;
