/**
 * Compresses the answers of routes that ask for it. A route asks only if its answer holds no secret: an attacker who
 * can place text beside a secret, and sees how long the encrypted answer is, guesses the secret letter by letter
 * (BREACH). So the session's CSRF token, links, values of tokens, answers of operations and all errors, which may
 * repeat what was sent, are sent as they are.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** In one packet anyway. */
const minBytes = 1200;

/** Quick levels: the answer is made for one request. They run outside the event loop. */
const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isMeant(request, reply)) return payload;
    void reply.header('vary', 'accept-encoding');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const body = Buffer.from(payload);
    if (encoding === undefined || body.length < minBytes) return payload;
    const encoded = await compress[encoding](body);
    void reply.header('content-encoding', encoding).header('content-length', encoded.length);
    return encoded;
  });
}

function isMeant(request: FastifyRequest, reply: FastifyReply): boolean {
  const { config } = request.routeOptions;
  return config.compress === true && request.method === 'GET' && reply.statusCode === 200;
}

type Encoding = 'br' | 'gzip';

const preferred: readonly Encoding[] = ['br', 'gzip'];

/** The best encoding that the client accepts. Undefined: it accepts none of ours, or said nothing. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/u.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return preferred.find((one) => names.includes(one));
}

/** Whether the caller has this version, by its header If-None-Match. It may name several, and a proxy may have weakened the tag. */
export function isHeld(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//u, '') === etag);
}
