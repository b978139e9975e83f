import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';

/** An answer as it came over the wire. In `headers`, names are in lower case. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
};

/** A connection that a test drives byte by byte. */
export class RawConnection {
  readonly socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  #news: () => void = () => {};

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#news();
    });
    const end = () => {
      this.#ended = true;
      this.#news();
    };
    // A reset ends a connection as well; the bytes before it still count.
    socket.on('end', end).on('close', end).on('error', end);
  }

  /** Sends bytes; resolves once the kernel has them, so that separate sends arrive separately. */
  async send(bytes: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => this.socket.write(bytes, 'latin1', () => resolve()));
  }

  /** Resolves to the next answer; one to a HEAD (`isHead`) has no body. Rejects where none will come. */
  async answer({ isHead = false } = {}): Promise<Answer> {
    for (;;) {
      const taken = takeAnswer(this.#received, isHead);
      if (taken) {
        this.#received = taken.rest;
        return taken.answer;
      }
      if (this.#ended) {
        const rest = JSON.stringify(this.#received.toString('latin1').slice(0, 200));
        throw new Error(`The connection ended before an answer was whole: ${rest}`);
      }
      await this.#nextNews();
    }
  }

  /** Resolves when the other side has ended the connection, to the bytes that `answer` did not take. */
  async ended(): Promise<Buffer> {
    while (!this.#ended) await this.#nextNews();
    return this.#received;
  }

  async #nextNews(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#news = resolve;
    });
  }
}

/** Opens a connection to a service. It does not keep the process alive. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  socket.unref();
  return new RawConnection(socket);
}

/** Opens a connection to a server in this process. Returns the socket of the server with it. */
export async function openBoth(url: string, server: Server) {
  const accepted = once(server, 'connection');
  const connection = await openRaw(url);
  const [socket]: Socket[] = await accepted;
  if (!socket) throw new Error('The server has accepted nothing.');
  return { connection, accepted: socket };
}

/** Counts the connections of a server. */
export const countConnections = (server: Server) => promisify(server.getConnections.bind(server))();

/** Sends bytes over a connection of its own, reads a number of answers, and closes it. */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  { answers = 1, isHead = false } = {},
): Promise<Answer[]> {
  const connection = await openRaw(url);
  connection.socket.ref();
  await connection.send(bytes);
  const read: Answer[] = [];
  while (read.length < answers) read.push(await connection.answer({ isHead }));
  connection.socket.destroy();
  return read;
}

/** The head of a request, as text. */
export function headOf(target: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'reviews.test', ...headers });
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${target.includes(' ') ? target : `GET ${target}`} HTTP/1.1\r\n${fields}\r\n`;
}

function takeAnswer(
  received: Buffer,
  isHead: boolean,
): { answer: Answer; rest: Buffer } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [line = '', ...fields] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(line)?.[1]);
  if (!status) throw new Error(`This is no status line: ${JSON.stringify(line)}`);
  const rawHeaders = fields.flatMap((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers[String(rawHeaders[index]).toLowerCase()] = String(rawHeaders[index + 1]);
  }
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
  const bodyEnd = headEnd + 4 + (hasBody ? Number(headers['content-length'] ?? 0) : 0);
  if (received.length < bodyEnd) return undefined;
  const body = Buffer.from(received.subarray(headEnd + 4, bodyEnd));
  return { answer: { status, headers, rawHeaders, body }, rest: received.subarray(bodyEnd) };
}
