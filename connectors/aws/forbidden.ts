/** Actions that are never to be granted: nothing the connector does needs them, and each opens more than reading. */
import type { Manifest } from '../../src/connector/manifest.ts';

const embedding = 'Makes an address that lets its holder see a dashboard without signing in; no operation embeds.';
const development =
  'Belongs to the interactive sign-in of a developer; in production it would let the Agent take roles of people.';

export const forbidden = [
  { grant: 'quicksight:GenerateEmbedUrlForAnonymousUser', because: embedding },
  { grant: 'quicksight:GenerateEmbedUrlForRegisteredUser', because: embedding },
  { grant: 'quicksight:GenerateEmbedUrlForRegisteredUserWithIdentity', because: embedding },
  { grant: 'quicksight:GetAnonymousUserEmbedUrl', because: embedding },
  { grant: 'quicksight:GetDashboardEmbedUrl', because: embedding },
  { grant: 'quicksight:GetSessionEmbedUrl', because: embedding },
  { grant: 'sso:GetRoleCredentials', because: development },
  { grant: 'sso:ListAccountRoles', because: development },
  { grant: 'docdb:*', because: 'No such namespace exists: the document database is read through rds:.' },
] as const satisfies Manifest['forbidden'];
