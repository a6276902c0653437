/** Front-end applications and their events. */
import { dialects, eventsWindowSec, reads, scope, type Slice } from '../slice.ts';

export const rum = {
  scopes: {
    rum_apps_read: scope('optional', 'Front-end applications and events, if RUM is used.', '/api/v2/rum/'),
  },
  operations: {
    'rum.listApplications': {
      ...reads(['rum_apps_read'], 'GET /api/v2/rum/applications'),
      redactions: ['the client token and the key that a front end sends with'],
    },
    'rum.search': {
      ...reads(['rum_apps_read'], 'POST /api/v2/rum/events/search'),
      dialects,
      redactions: [
        'user, query and fragment of addresses of pages and requests, together and by their parts, within sentences too',
        'of the user: everything that the application reported except usr.id and usr.anonymous_id, the address (session.ip and other fields named ip), and any place finer than a country',
        'e-mail addresses, in any field, tag or sentence',
      ],
      windowSec: eventsWindowSec,
    },
    'rum.aggregate': {
      ...reads(['rum_apps_read'], 'POST /api/v2/rum/analytics/aggregate'),
      dialects,
      redactions: [
        'user, query and fragment of addresses of pages and requests that are grouped by',
        'groups by personal data of the user: refused',
        'e-mail addresses that are grouped by',
      ],
      windowSec: eventsWindowSec,
    },
  },
  check: {
    proves: 'The front-end applications are listed and one of their events is searched for.',
    grants: ['rum_apps_read'],
    upstream: ['GET /api/v2/rum/applications', 'POST /api/v2/rum/events/search'],
  },
} as const satisfies Slice;
