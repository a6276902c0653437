/**
 * Serves the built web app from memory. Everything is read once, so no request ever names a file:
 * what was not there at the start does not exist. Hashed names are cached for ever; the page itself
 * is asked for again each time. Of a file beside which the build put `.br` and `.gz` only these are held; a client that
 * takes neither gets what the latter unpacks to.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './compress-answers.ts';

const unpack = promisify(gunzip);

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Plain: what is small, or compressed by itself. */
type Content = { readonly plain: Buffer } | Readonly<Record<'br' | 'gzip', Buffer>>;

interface Asset {
  readonly content: Content;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
}

export interface WebApp {
  readonly isBuilt: boolean;
  /** Answers a GET or HEAD for a file of the app or, for a page address, the app itself; false when neither fits. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** `dist/web`, from the source tree and from the compiled one alike. */
export function findWebDir(): string {
  const here = import.meta.dirname;
  const built = path.join('dist', 'src', 'control', 'http');
  return here.endsWith(built) ? path.join(here, '../../../web') : path.join(here, '../../../dist/web');
}

/** A missing directory is not an error: the app then answers with a plain message. Any other failure to read rejects. */
export async function loadWebApp(directory: string): Promise<WebApp> {
  const assets = new Map<string, Asset>();
  const files = await listFiles(directory);
  const present = new Set(files);
  for (const file of files) {
    const isCompressed = /\.(?:br|gz)$/u.test(file) && present.has(file.replace(/\.\w+$/u, ''));
    if (isCompressed) continue;
    const hasForms = present.has(`${file}.br`) && present.has(`${file}.gz`);
    assets.set(`/${file.split(path.sep).join('/')}`, await loadAsset(path.join(directory, file), hasForms));
  }
  const page = assets.get('/index.html');
  return {
    isBuilt: page !== undefined,
    answer(request, reply) {
      const asset = assets.get(fileOf(pathOf(request.url)));
      if (asset !== undefined) return send(asset, request, reply);
      if (!wantsPage(request)) return false;
      if (page !== undefined) return send(page, request, reply);
      void reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
      return true;
    },
  };
}

const notBuilt =
  'The web app of this control plane is not built. Run `npm run build` and restart it.\n' +
  'The API and the farol command work without it; /api/openapi.json describes the API.\n';

function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): true {
  void reply
    .header('cache-control', asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === asset.etag) {
    void reply.code(304).send();
    return true;
  }
  const { content } = asset;
  void reply.code(200).type(asset.type);
  if ('plain' in content) {
    void reply.send(content.plain);
    return true;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== undefined) {
    void reply.header('content-encoding', encoding).send(content[encoding]);
    return true;
  }
  void unpack(content.gzip).then(
    (body) => reply.send(body),
    (error: unknown) => reply.send(error),
  );
  return true;
}

/** A browser that follows a link or loads an address, as opposed to a script that calls the API. */
function wantsPage(request: FastifyRequest): boolean {
  const pathname = pathOf(request.url);
  if (/^\/(?:api|assets|docs)(?:\/|$)/u.test(pathname)) return false;
  return (request.headers.accept ?? '').includes('text/html');
}

/** The index of the documents is at their folder. */
function fileOf(pathname: string): string {
  return pathname === '/docs' || pathname === '/docs/' ? '/docs/index.html' : pathname;
}

function pathOf(url: string): string {
  return url.split(/[?#]/u, 1)[0] ?? '/';
}

async function loadAsset(file: string, hasForms: boolean): Promise<Asset> {
  const content: Content = hasForms
    ? { br: await readFile(`${file}.br`), gzip: await readFile(`${file}.gz`) }
    : { plain: await readFile(file) };
  const hash = createHash('sha256').update('plain' in content ? content.plain : content.br);
  return {
    content,
    type: contentTypes[path.extname(file)] ?? 'application/octet-stream',
    etag: `"${hash.digest('base64url').slice(0, 22)}"`,
    isImmutable: path.basename(path.dirname(file)) === 'assets',
  };
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((one) => one.isFile())
      .map((one) => path.relative(directory, path.join(one.parentPath, one.name)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
