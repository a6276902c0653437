/** Database servers, caches and document stores. What they hold is not read. */
import { api, asksOf, oneRow, scopes, type Slice } from '../slice.ts';

const sql = api('sqladmin.googleapis.com/v1/projects/{project}', { scope: scopes.whole, area: 'sql' });
const redis = api('redis.googleapis.com/v1/projects/{project}/locations/{location}', {
  scope: 'redis.read-only',
  area: 'caches',
});
const memcache = api('memcache.googleapis.com/v1/projects/{project}/locations/{location}', {
  scope: scopes.whole,
  area: 'caches',
});
const firestore = api('firestore.googleapis.com/v1/projects/{project}', {
  scope: scopes.whole,
  area: 'document_stores',
});

const methods = {
  'sql.instances.list': sql.get('/instances', 'cloudsql.instances.list'),
  'redis.projects.locations.instances.list': redis.get('/instances', 'redis.instances.list'),
  'memcache.projects.locations.instances.list': memcache.get('/instances', 'memcache.instances.list'),
  'firestore.projects.databases.list': firestore.get('/databases', 'datastore.databases.list'),
} as const;

const asks = asksOf(methods);

export const databases = {
  permissions: {
    'roles/viewer': {
      'cloudsql.instances.list': 'Lists database servers; their data is not read.',
      'datastore.databases.list': 'Lists document databases; their documents are not read.',
      'memcache.instances.list': 'Lists Memcached instances.',
      'redis.instances.list': 'Lists Redis instances; their passwords are not read.',
    },
  },
  methods,
  areas: {
    sql: {
      title: 'Cloud SQL',
      probes: [{ method: 'sql.instances.list', path: {}, query: { maxResults: '1' } }],
    },
    caches: {
      title: 'Memorystore',
      probes: [
        { method: 'redis.projects.locations.instances.list', path: { location: '-' }, query: oneRow },
        { method: 'memcache.projects.locations.instances.list', path: { location: '-' }, query: oneRow },
      ],
    },
    document_stores: { title: 'Firestore', probes: [{ method: 'firestore.projects.databases.list', path: {} }] },
  },
  operations: {
    'databases.listCaches': asks(
      'redis.projects.locations.instances.list',
      'memcache.projects.locations.instances.list',
    ),
    'databases.listDocumentStores': asks('firestore.projects.databases.list'),
    'databases.listInstances': {
      ...asks('sql.instances.list'),
      redactions: ['passwords of servers and of their replicas', 'private keys of replicas'],
    },
  },
} as const satisfies Slice;
