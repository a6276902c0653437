/** The built app as the control plane serves it: same policy, same fallback of page addresses to the one page. */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

/** Word for word what the control plane sends; a page that needs more than this fails its tests. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export async function serveFile(webDir: string, pathname: string, response: ServerResponse): Promise<void> {
  const isAsset = /^\/(?:(?:assets\/)?[\w.-]+\.(?:js|css|svg)|docs\/(?:\w[\w-]*\/)*[\w.-]+\.(?:html|css))$/u.test(
    pathname,
  );
  const named = isAsset ? pathname : 'index.html';
  const file = path.join(webDir, pathname === '/docs/' ? 'docs/index.html' : named);
  try {
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
