/** Permissions as the pages of SonarQube name them, and the kinds of token by their beginning: https://docs.sonarsource.com/sonarqube-server/latest/instance-administration/user-management/user-permissions/. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const grants = {
  Browse: {
    group: 'Project permission of the user whose token it is',
    need: 'required',
    purpose: 'Read measures, quality gate, issues and security hotspots of the projects it is given for.',
  },
} as const satisfies Manifest['grants'];

/** Global permissions by the key the server tells them under. */
export const globalPermissions = {
  admin: 'Administer System',
  gateadmin: 'Administer Quality Gates',
  profileadmin: 'Administer Quality Profiles',
  provisioning: 'Create Projects',
  scan: 'Execute Analysis',
} as const;

/** Seen on a new installation of 26.9. */
export const fromTheStart =
  'After an installation the group sonar-users has Execute Analysis, and on newer servers (26.9) Create Projects too; every user is in it.';

export const forbidden: Manifest['forbidden'] = [
  { grant: globalPermissions.admin, because: 'Allows everything in the instance, and creates tokens for other users.' },
  { grant: globalPermissions.gateadmin, because: 'Changes the quality gates that this connector reports.' },
  { grant: globalPermissions.profileadmin, because: 'Changes the rules that find issues.' },
  { grant: globalPermissions.provisioning, because: 'Creates projects; no operation writes.' },
  {
    grant: globalPermissions.scan,
    because: 'Pushes analyses, and reads the secured settings that they use, including passwords.',
  },
];

export const credentialKinds: Manifest['credentials'] = [
  {
    id: 'user_token',
    title: 'User token',
    prefix: 'squ_',
    verdict: 'recommended',
    note: 'Sees what its user may browse; create it for a separate user with no other permission. Tokens of SonarQube Cloud and of servers before 9.5 have no prefix.',
  },
  {
    id: 'organization_token',
    title: 'Scoped organization token of SonarQube Cloud',
    prefix: 'sqco_',
    verdict: 'accepted',
    note: 'Belongs to no person; can read if it was given more than Execute Analysis.',
  },
  {
    id: 'project_analysis_token',
    title: 'Project analysis token',
    prefix: 'sqp_',
    verdict: 'rejected',
    note: 'Pushes analyses of one project and never has Browse: reads are refused regardless of the permissions of its user.',
  },
  {
    id: 'global_analysis_token',
    title: 'Global analysis token',
    prefix: 'sqa_',
    verdict: 'rejected',
    note: 'Pushes analyses of any project and never has Browse: reads are refused regardless of the permissions of its user.',
  },
];
