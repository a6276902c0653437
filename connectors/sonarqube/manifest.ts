/** SonarQube Server and SonarQube Cloud: measures, quality gates, issues and security hotspots. Four reads by GET. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { credentialKinds, forbidden, grants } from './grants.ts';

const measures = 'GET /api/measures/component';
const gate = 'GET /api/qualitygates/project_status';
const issues = 'GET /api/issues/search';
const hotspots = 'GET /api/hotspots/search';
const validate = 'GET /api/authentication/validate';

const all = [
  'quality.searchIssues',
  'quality.getMeasures',
  'quality.getQualityGate',
  'quality.searchHotspots',
] as const;

export const manifest = {
  id: 'sonarqube',
  title: 'SonarQube',
  summary: 'Reads what analysis of the code found: measures, quality gates, issues and security hotspots.',
  vendorDocs: 'https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/',
  config: {
    SONARQUBE_URL: {
      kind: 'url',
      need: 'required',
      description:
        'Address of the server, with its path if it has one (sonar.web.context), or https://sonarcloud.io, or https://sonarqube.us.',
      example: 'https://sonarqube.example.com',
    },
    SONARQUBE_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'User token of a user with Browse on the projects to be read.',
      example: 'squ_…',
    },
    SONARQUBE_ORGANIZATION: {
      kind: 'text',
      need: 'optional',
      pattern: /^[a-z0-9](?:[a-z0-9-]{0,253}[a-z0-9])?$/u,
      patternWords: 'the key of an organization: lower-case letters, digits and hyphens',
      description: 'Key of the organization. SonarQube Cloud requires it; a server has no organizations.',
      example: 'acme',
    },
  },
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: {
    'quality.searchIssues': {
      grants: ['Browse'],
      upstream: [issues, hotspots],
      redactions: [],
      windowSec: 3660 * 86_400,
    },
    'quality.getMeasures': { grants: ['Browse'], upstream: [measures], redactions: [] },
    'quality.getQualityGate': { grants: ['Browse'], upstream: [gate], redactions: [] },
    'quality.searchHotspots': { grants: ['Browse'], upstream: [hotspots], redactions: [] },
  },
  checks: {
    token: {
      proves: 'SonarQube accepts the token, and it is of a kind that can read.',
      grants: [],
      upstream: [validate],
      affects: all,
    },
    projects_read: {
      proves: 'At least one project may be browsed, and every operation can read it.',
      grants: ['Browse'],
      upstream: ['GET /api/components/search', measures, gate, issues, hotspots, validate],
      affects: all,
    },
    least_privilege: {
      proves: 'The user has no global permission, as far as SonarQube reports it.',
      grants: [],
      upstream: ['GET /api/users/current', validate],
      affects: all,
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
} as const satisfies Manifest;
