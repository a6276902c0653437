/** What each operation asks of the database, and with which commands. */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';

/** Asked after an empty answer: is there no such collection, or does nothing match? */
const whether = 'mongodb:listCollections';

function reads(...upstream: readonly UpstreamCall[]): OperationDeclaration {
  return { grants: ['read'], upstream, redactions: [] };
}

/** What people keep in a document nobody knows beforehand. */
function tellsDocuments(...upstream: readonly UpstreamCall[]): OperationDeclaration {
  const redactions = ['no field: documents are returned as they are, except for the credentials that this Agent knows'];
  return { ...reads(...upstream), redactions };
}

export const declarations = {
  'documents.aggregate': tellsDocuments('mongodb:aggregate', 'mongodb:killCursors', whether),
  'documents.count': reads('mongodb:aggregate', whether),
  'documents.distinct': tellsDocuments('mongodb:distinct', whether),
  'documents.explain': reads('mongodb:explain'),
  'documents.find': tellsDocuments('mongodb:find', 'mongodb:killCursors', whether),
  'documents.getStats': reads('mongodb:dbStats', 'mongodb:collStats', whether),
  'documents.listCollections': reads('mongodb:listCollections', 'mongodb:getMore', 'mongodb:connectionStatus'),
  'documents.listDatabases': reads('mongodb:listDatabases', 'mongodb:connectionStatus'),
  'documents.listIndexes': reads('mongodb:listIndexes', 'mongodb:getMore'),
} as const satisfies Partial<Record<OperationName, OperationDeclaration>>;

/** What the driver sends of its own accord: who answers there, the sign-in, and that the session is over. */
export const signIn = [
  'mongodb:hello',
  // The same under its earlier name: how a driver begins before it knows the release.
  'mongodb:ismaster',
  'mongodb:saslStart',
  'mongodb:saslContinue',
  'mongodb:endSessions',
] as const satisfies readonly UpstreamCall[];
