import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setInterval } from 'node:timers';

/** A request as it came. */
export type Received = {
  readonly method: string;
  /** Path with query, raw. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
};

/**
 * What a subscriber does with a request.
 * - `echo`: 200 with hub.challenge as the body.
 * - `hang`: never answers.
 * - `drip`: status line and headers, then a byte a second.
 * - `drip-head`: a byte of the head a second.
 * - `flood`: 200 and an endless body, as fast as it is taken.
 * - `reset`: destroys the socket.
 */
export type Behaviour =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  | 'echo'
  | 'hang'
  | 'drip'
  | 'drip-head'
  | 'flood'
  | 'reset';

const DRIP_MS = 1000;
const FLOOD_CHUNK = Buffer.alloc(64 * 1024, 'x');

/** The hub.challenge of a request, if it has one. */
function readChallenge({ url }: Received) {
  return new URL(url, 'https://subscriber.test').searchParams.get('hub.challenge');
}

/** What is done where a test asks for nothing else. */
export function chooseDefault(received: Received): Behaviour {
  if (received.method === 'POST') return { status: 204 };
  return readChallenge(received) === null ? { status: 404 } : 'echo';
}

function drip(response: ServerResponse, next: () => void) {
  next();
  const timer = setInterval(next, DRIP_MS).unref();
  response.once('close', () => clearInterval(timer));
}

function dripHead(response: ServerResponse) {
  const letters = 'HTTP/1.1 200 OK\r\nX-Slow: '[Symbol.iterator]();
  drip(response, () => response.socket?.write(letters.next().value ?? 'x'));
}

function flood(response: ServerResponse) {
  if (response.destroyed) return;
  while (response.write(FLOOD_CHUNK)) if (response.destroyed) return;
  response.once('drain', () => flood(response));
}

/** Does it. */
export function actOut(behaviour: Behaviour, received: Received, response: ServerResponse) {
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') response.socket?.resetAndDestroy();
  else if (behaviour === 'echo') response.end(readChallenge(received) ?? '');
  else if (behaviour === 'drip') drip(response, () => response.write('x'));
  else if (behaviour === 'drip-head') dripHead(response);
  else if (behaviour === 'flood') flood(response);
  else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
}
