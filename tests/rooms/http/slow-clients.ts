import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { headOf } from '../../support/raw-http.ts';

/** The bytes that a slow client sends first, and those that it repeats from then on. */
type Slowness = { readonly first: string; readonly more: string };

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const HUB = 'POST /api/websub/hub';
const MCP = {
  Host: 'localhost',
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};
const LONG = { 'Content-Length': '5000' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const HEAD = `${headOf('/').slice(0, -2)}X-Slow: `;
const ANSWERED = headOf('/public.txt');

/** Heads and bodies that never become whole. */
export const SLOW: Readonly<Record<string, Slowness>> = {
  'a head': { first: HEAD, more: 'x' },
  'a head behind an answer': { first: ANSWERED + HEAD, more: 'x' },
  'a form for the hub': { first: headOf(HUB, { ...FORM, ...LONG }), more: 'x' },
  'a message for MCP': { first: headOf('POST /mcp', { ...MCP, ...LONG }), more: ' ' },
  'a body that nobody reads': { first: headOf('/', LONG), more: 'x' },
  'a chunk': { first: `${headOf(HUB, { ...FORM, ...CHUNKED })}fff\r\n`, more: 'x' },
  trailers: { first: `${headOf('POST /mcp', { ...MCP, ...CHUNKED })}0\r\nX-Slow: `, more: 'x' },
};

/** Input that bare node:http accepts for ever: refused requests. */
export const LINGERING: Readonly<Record<string, Slowness>> = {
  'a tunnel': { first: 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', more: 'x' },
  'what is no HTTP': { first: 'nonsense\r\n\r\n', more: 'x' },
};

/** Clients that send a little again and again, and never hang up by themselves. */
export class SlowClients {
  readonly #sockets: readonly Socket[];
  readonly #sending: NodeJS.Timeout;
  readonly #closed: Promise<unknown>;
  #received = '';

  private constructor(sockets: readonly Socket[], { first, more }: Slowness, everyMs: number) {
    this.#sockets = sockets;
    for (const socket of sockets) {
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          this.#received += chunk.toString('latin1');
        });
      socket.write(first, 'latin1');
    }
    // Not by events.once, which an error ends: to write into what was dropped is one.
    const closings = sockets.map((socket) => new Promise((closed) => socket.once('close', closed)));
    this.#closed = Promise.all(closings);
    this.#sending = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(more, 'latin1');
    }, everyMs);
  }

  static async open(
    url: string,
    slowness: Slowness,
    { clients = 50, everyMs = 20 } = {},
  ): Promise<SlowClients> {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: clients }, () =>
      connect({ host: hostname, port: Number(port), allowHalfOpen: true }),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    return new SlowClients(sockets, slowness, everyMs);
  }

  /** Resolves when the server has dropped all of them. Returns the statuses that they got. */
  async dropped(): Promise<number[]> {
    await this.#closed;
    return [...this.#received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
  }

  close(): void {
    clearInterval(this.#sending);
    for (const socket of this.#sockets) socket.destroy();
  }
}
