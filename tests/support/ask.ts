import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';

/** An answer whole, with its body as sent: nothing is decoded. */
export type Answered = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
  /** The body as JSON. Throws where it is not. */
  readonly json: () => Record<string, unknown>;
};

type Options = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Makes the connection, such as one with TLS. */
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
};

/** Asks over a connection of its own. No header is sent but Host, Connection and those given. */
export async function ask(
  url: string,
  target: string,
  { body: sent, ...options }: Options = {},
): Promise<Answered> {
  const { protocol, hostname, port } = new URL(url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // A path that is given whole, so that odd spellings arrive as they are.
    const where = { protocol, hostname, port, path: target };
    const asked = request({ ...where, agent: new Agent(), ...options });
    asked.once('response', resolve).once('error', reject).end(sent);
  });
  const body = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    rawHeaders: response.rawHeaders,
    body,
    get text() {
      return body.toString('utf8');
    },
    json: () => JSON.parse(body.toString('utf8')),
  };
}

/** What undoes each coding of content. */
export const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

type Coded = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** The body of an answer without its coding. */
export function decodeBytes({ headers, body }: Coded): Buffer {
  const decoder = DECODERS[String(headers['content-encoding'] ?? 'identity')];
  if (!decoder) throw new Error(`The coding ${headers['content-encoding']} is unknown.`);
  return decoder(body);
}

/** The same as text. */
export function decode(answer: Coded): string {
  return decodeBytes(answer).toString('utf8');
}

/** A page that was found, with how many links away from the first page. */
export type CrawledPage = { readonly html: string; readonly clicks: number };

/** Links of a page to others of the site, without what they ask there. */
const LINK = /<a\s[^>]*?href="(\/[^"#?]*)/g;

/**
 * Follows all links from the first page on, as a crawler does, each once. What `read` gives no HTML of is
 * reached as well, but leads nowhere.
 */
export async function crawlPages(
  read: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  let next = ['/'];
  for (let clicks = 0; next.length > 0; clicks++) {
    const found = new Set<string>();
    for (const path of next) {
      const html = (await read(path)) ?? '';
      pages.set(path, { html, clicks });
      for (const [, href = ''] of html.matchAll(LINK)) found.add(href);
    }
    next = [...found].filter((path) => !pages.has(path));
  }
  return pages;
}

const LastError = z.strictObject({
  code: z.string(),
  time: z.iso.datetime(),
  count: z.int().positive(),
});
const KINDS = [
  'storage',
  'rebuild',
  'bundle',
  'rendering',
  'hub',
  'thread',
  'content',
  'release',
] as const;
const Fault = z.strictObject({
  kind: z.enum(KINDS),
  code: z.string(),
  since: z.iso.datetime(),
  nextTry: z.iso.datetime().nullable(),
  message: z.string(),
});

/** What GET /healthz answers: nothing more than this. */
const Health = z.strictObject({
  status: z.literal('ok'),
  release: z
    .strictObject({ ordinal: z.int(), reviews: z.int().nullable(), servedSince: z.iso.datetime() })
    .nullable(),
  pages: z.enum(['starting', 'ready', 'failed']),
  isRebuilding: z.boolean(),
  lastError: LastError.nullable(),
  faults: z.array(Fault),
  hub: z.strictObject({ isReady: z.boolean() }),
});
export type Health = z.infer<typeof Health>;

export async function readHealth(url: string): Promise<Health> {
  return Health.parse((await ask(url, '/healthz')).json());
}
