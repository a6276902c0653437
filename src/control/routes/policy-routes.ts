/**
 * The permission documents, for reviewers and for `farol policy`: as they are in this build and, below
 * a version, as each release had them. Public, because they hold nothing but what the vendor publishes
 * and what is in the repository. Read once at the start: no request ever names a file.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { renderSecretStorePolicy, secretStorePlaceholders } from '../../policy/other-documents.ts';
import { SecretStorePlaceForm } from '../../policy/secret-store-place.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { isHeld } from '../http/compress-answers.ts';

interface Document {
  readonly text: string;
  readonly type: string;
  readonly sha256: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

export interface PolicyPlace {
  readonly folder: string;
  /** Of this build, whose documents are also served below it. */
  readonly version: string;
}

/** `/policies/aws/edge-read-only.json`, `/policies/0.1.0/aws/edge-read-only.json`, `/policies/index.json`. */
export function policyRoutes(app: FastifyInstance, { folder, version }: PolicyPlace): void {
  const documents = loadDocuments({ folder, version });
  const summary = 'A permission document of this build, or of the release named.';
  const media = Object.values(contentTypes).map((type) => type.replace(/;.*$/u, ''));
  app.get(
    '/policies/index.json',
    {
      config: {
        access: 'public',
        summary: 'The list of permission documents.',
        media: ['application/json'],
        compress: true,
      },
    },
    (request, reply) => answer(documents.get('index.json'), request, reply),
  );
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/policies/aws/secret-store.json',
    config: {
      access: 'public',
      summary: 'The secret-store policy, with what the query names filled in.',
      media: ['application/json'],
    },
    schema: { querystring: SecretStorePlaceForm },
    handler: (request, reply) => {
      const place = { ...secretStorePlaceholders, ...request.query };
      return answer(toDocument(renderSecretStorePolicy(place), '.json'), request, reply);
    },
  });
  app.get<{ Params: Place }>(
    '/policies/:area/:file',
    { config: { access: 'public', summary, media, compress: true } },
    (request, reply) => answer(documents.get(addressIn(request.params)), request, reply),
  );
  app.get<{ Params: Place }>(
    '/policies/:version/:area/:file',
    { config: { access: 'public', summary, media, compress: true } },
    (request, reply) => answer(documents.get(addressIn(request.params)), request, reply),
  );
}

interface Place {
  readonly version?: string;
  readonly area: string;
  readonly file: string;
}

function addressIn({ version, area, file }: Place): string {
  return [...(version === undefined ? [] : [version]), area, file].join('/');
}

function answer(document: Document | undefined, request: FastifyRequest, reply: FastifyReply) {
  if (document === undefined) {
    const message = 'There is no such document; /policies/index.json lists all documents.';
    throw new ApiProblem({ status: 404, code: 'not_found', message });
  }
  const etag = `"${document.sha256}"`;
  void reply.header('etag', etag).header('x-content-sha256', document.sha256).header('cache-control', 'no-cache');
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(document.type).send(document.text);
}

function loadDocuments({ folder, version }: PolicyPlace): ReadonlyMap<string, Document> {
  const documents = new Map<string, Document>();
  for (const file of globSync('**/*.{json,yaml,csv}', { cwd: folder })) {
    const document = load(path.join(folder, file));
    for (const address of addressesOf(file.split(path.sep).join('/'), version)) documents.set(address, document);
  }
  return documents;
}

/** A document of this build has two addresses; one of an earlier release has that release's. */
function addressesOf(file: string, version: string): string[] {
  return file.startsWith('history/') ? [file.slice('history/'.length)] : [file, `${version}/${file}`];
}

function load(file: string): Document {
  return toDocument(readFileSync(file, 'utf8'), path.extname(file));
}

function toDocument(text: string, extension: string): Document {
  return {
    text,
    type: contentTypes[extension] ?? 'text/plain; charset=utf-8',
    sha256: createHash('sha256').update(text).digest('hex'),
  };
}
