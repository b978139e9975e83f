const HEAD_END = Buffer.from('\r\n\r\n');
const LINE = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;
/** Longer heads are a mistake. */
const MAX_HEAD_BYTES = 32 * 1024;

/**
 * Counts the responses of one connection in the bytes as they come. It knows what the measured
 * servers send and no more: HTTP/1.1 with a Content-Length, or a status without a body.
 */
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
