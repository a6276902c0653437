/** Branch protection and Dependabot alerts. */
import { needs, type Slice } from '../slice.ts';

export const security = {
  permissions: {
    'Administration: read': {
      need: 'optional',
      purpose: 'Branch protection, and nothing else.',
      header: 'administration',
      paths: /\/protection$/u,
    },
    'Dependabot alerts: read': {
      need: 'optional',
      purpose: 'Security alerts.',
      header: 'vulnerability_alerts',
      paths: /\/dependabot\//u,
    },
  },
  operations: {
    'code.getBranchProtection': needs('Administration: read', 'GET /repos/{owner}/{repo}/branches/{branch}/protection'),
    'security.listDependabotAlerts': needs('Dependabot alerts: read', 'GET /repos/{owner}/{repo}/dependabot/alerts'),
  },
  checks: {
    administration: {
      proves: 'The protection of a branch can be read.',
      grant: 'Administration: read',
      call: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
    },
    dependabot_alerts: {
      proves: 'Dependabot alerts of a repository can be listed.',
      grant: 'Dependabot alerts: read',
      call: 'GET /repos/{owner}/{repo}/dependabot/alerts',
    },
  },
} as const satisfies Slice;
