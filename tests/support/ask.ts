import { type IncomingHttpHeaders, request } from 'node:http';
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
};

/** Asks over a connection of its own. No header is sent but Host, Connection and those given. */
export async function ask(
  url: string,
  target: string,
  { method = 'GET', headers = {} }: Options = {},
): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    // A path that is given whole, so that odd spellings arrive as they are.
    const asked = request({ hostname, port, path: target, method, headers, agent: false });
    asked.once('response', resolve).once('error', reject).end();
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
