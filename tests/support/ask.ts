import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer whole, with its body as sent: nothing is decoded. */
export type Answered = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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
};

/** Asks over a connection of its own. No header is sent but Host, Connection and those given. */
export async function ask(
  url: string,
  target: string,
  { method = 'GET', headers = {}, body: sent, agent = new Agent() }: Options = {},
): Promise<Answered> {
  const { protocol, hostname, port } = new URL(url);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    // A path that is given whole, so that odd spellings arrive as they are.
    const asked = request({ protocol, hostname, port, path: target, method, headers, agent });
    asked.once('response', resolve).once('error', reject).end(sent);
  });
  const body = await buffer(response);
  const text = body.toString('utf8');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    text,
    json: () => JSON.parse(text),
  };
}
