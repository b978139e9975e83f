import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { z } from 'zod';
import { CDNS, demand } from './cdn-calls.ts';

/*
 * Passes the service's purges on to a CDN, in its own words (cdn-calls.ts):
 *
 *   PURGE_AUTHORIZATION=… VARNISH_URL=http://127.0.0.1:6081 \
 *     node scripts/deploy/purge/main.ts varnish
 *
 * It listens at HOST:PORT, 127.0.0.1:8788. The service has PURGE_URL=http://127.0.0.1:8788/ and the
 * same PURGE_AUTHORIZATION. Only when the CDN has confirmed each call is the answer 204; otherwise
 * it is 502, and the service tries again.
 */

/** Calls at once; the service waits ten seconds for all of them. */
const CONCURRENCY = 20;
const TIMEOUT_MS = 9_000;
/** Maximum size of a request: 1,000 tags and as many addresses of 400 bytes. */
const MAX_BYTES = 512 * 1024;

const { HOST = '127.0.0.1', PORT = '8788' } = process.env;
const { toCalls, authorization } = readSettings();

const Body = z.object({ urls: z.array(z.url()), tags: z.array(z.string().regex(/^[\w-]+$/)) });

createServer((request, response) => {
  void answer(request).then((status) => response.writeHead(status).end());
}).listen(Number(PORT), HOST);

/** Returns the settings, or ends the process with a sentence on what is missing. */
function readSettings() {
  try {
    const { data: name } = z.enum(['cloudflare', 'fastly', 'varnish']).safeParse(process.argv[2]);
    if (!name) throw new Error('The name of the CDN is missing: cloudflare, fastly or varnish.');
    const [authorization = ''] = demand(process.env, 'PURGE_AUTHORIZATION');
    return { toCalls: CDNS[name](process.env), authorization };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** Resolves to the status of the answer. */
async function answer(request: IncomingMessage): Promise<number> {
  if (!isAuthorized(request)) return 401;
  const size = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (size > MAX_BYTES) return 413;
  const { success, data } = Body.safeParse(await json(request).catch(() => undefined));
  if (!success) return 400;
  const limit = pLimit(CONCURRENCY);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const calls = toCalls(data).map(({ url, ...call }) =>
    limit(async () => {
      const { ok, status, body } = await fetch(url, { ...call, signal });
      await body?.cancel();
      if (!ok) throw new Error(`The CDN answered ${status}.`);
    }),
  );
  return Promise.all(calls).then(
    () => 204,
    (error: unknown) => {
      console.error(String(error));
      return 502;
    },
  );
}

/** Compares digests, whose comparison takes equally long for any value. */
function isAuthorized({ headers }: IncomingMessage): boolean {
  const [given, expected] = [headers.authorization ?? '', authorization].map((value) =>
    hash('sha256', value, 'buffer'),
  );
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected);
}
