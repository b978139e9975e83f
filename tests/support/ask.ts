import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** A whole answer. Its body is as it was sent: nothing is decoded. */
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
  /** Makes the connection, for instance with TLS. */
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
    // The path is passed as it is given, so that odd spellings arrive unchanged.
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

/** The decoder of each coding of content. */
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

/** The body of an answer as text, without its coding. */
export function decode(answer: Coded): string {
  return decodeBytes(answer).toString('utf8');
}
