import { connect } from 'node:net';
import { type Load, summariseLoad } from './load.ts';

type Settings = {
  readonly url: URL;
  readonly expectedStatus: number;
  readonly connections: number;
};

const TIMEOUT_MILLISECONDS = 20_000;

/** Sends on each connection the next request once the last is answered. Throws on another status. */
export async function runConnections(
  { url, expectedStatus, connections }: Settings,
  nextRequest: () => string | undefined,
): Promise<Load> {
  const milliseconds: number[] = [];
  let bytes = 0;
  let failures = 0;
  const start = performance.now();

  const runConnection = () =>
    new Promise<void>((resolve) => {
      const counter = new ResponseCounter(expectedStatus);
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
      let asked = 0;
      let isDone = false;
      const send = () => {
        const request = nextRequest();
        if (request === undefined) {
          isDone = true;
          socket.destroy();
          return;
        }
        asked = performance.now();
        socket.write(request, 'latin1');
      };
      socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy(new Error('no answer came')));
      socket.once('connect', send);
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (counter.take(chunk) === 0) return;
        milliseconds.push(performance.now() - asked);
        send();
      });
      // Told by its close as well.
      socket.once('error', () => {});
      socket.once('close', () => {
        if (!isDone) failures++;
        resolve();
      });
    });

  await Promise.all(Array.from({ length: connections }, runConnection));
  const seconds = (performance.now() - start) / 1000;
  return summariseLoad({ seconds, bytes, failures }, milliseconds);
}

export function headOf(url: URL, path: string, headers: Readonly<Record<string, string>>): string {
  const fields = Object.entries({ Host: url.host, ...headers });
  return `GET ${path} HTTP/1.1\r\n${fields.map((field) => field.join(': ')).join('\r\n')}`;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;
const MAX_HEAD_BYTES = 32 * 1024;

/** Counts the responses of one connection: HTTP/1.1 with a length, or a status without a body. */
export class ResponseCounter {
  #head: Buffer = Buffer.alloc(0);
  #bodyBytesLeft = 0;
  readonly #expected: number;

  constructor(expectedStatus: number) {
    this.#expected = expectedStatus;
  }

  /** Takes a chunk and returns how many responses end in it. Throws on any other than expected. */
  take(chunk: Buffer): number {
    let ended = 0;
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#bodyBytesLeft > 0) {
        const taken = Math.min(this.#bodyBytesLeft, rest.length);
        this.#bodyBytesLeft -= taken;
        rest = rest.subarray(taken);
      } else {
        const head = this.#head.length > 0 ? Buffer.concat([this.#head, rest]) : rest;
        const end = head.indexOf(HEAD_END);
        if (end < 0) {
          if (head.length > MAX_HEAD_BYTES) throw new Error('a head of a response has no end');
          this.#head = head;
          break;
        }
        this.#head = Buffer.alloc(0);
        this.#bodyBytesLeft = this.#bodyLengthOf(head.toString('latin1', 0, end + 2));
        rest = head.subarray(end + HEAD_END.length);
      }
      if (this.#bodyBytesLeft === 0) ended++;
    }
    return ended;
  }

  #bodyLengthOf(head: string): number {
    const status = Number(LINE.exec(head)?.[1]);
    if (status !== this.#expected) {
      throw new Error(`a response is ${head.slice(0, 40)}, not ${this.#expected}`);
    }
    // RFC 9112 §6.3: these never have a body, whatever their fields say.
    if (status === 304 || status === 204) return 0;
    const [, length] = LENGTH.exec(head) ?? [];
    if (length === undefined) throw new Error('a response has no Content-Length');
    return Number(length);
  }
}
