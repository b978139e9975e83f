import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { MAX_ANSWER_BYTES } from '../hub-settings.ts';
import { createTimeout, describeFault, type Unreached } from './fault.ts';

/*
 * Answers of callbacks: what is read of them, and whether they agree.
 */

/** An HTTP answer. Redirects are answers like any other: none is followed. */
export type Answered = {
  readonly kind: 'answered';
  readonly status: number;
  /** The Retry-After field as sent. */
  readonly retryAfter: string | undefined;
};

/** Whether an answer agrees or acknowledges: any 2xx does (WebSub §5.3.1, §7). */
export function isSuccess({ status }: Pick<Answered, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** An answer with the beginning of its body: at most as many bytes as were asked for. */
export type AnsweredWithBody = Answered & {
  readonly body: Buffer;
};

/** The head of an answer. */
export function readHead({
  statusCode,
  headers,
}: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>): Answered {
  const sent = headers['retry-after'];
  const first = typeof sent === 'string' ? sent : sent?.[0];
  // undici leaves white space behind a value, which is no part of it (RFC 9110 §5.5).
  return { kind: 'answered', status: statusCode, retryAfter: first?.trim() };
}

/**
 * The first bytes, at most one more than asked for; none of a body that says it is longer. Where
 * none is asked for the body is not awaited.
 */
export async function readBeginning(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Buffer> {
  const isLonger = Number(headers['content-length'] ?? 0) > maxBytes;
  if (isLonger || maxBytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const part: Buffer = chunk;
    chunks.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes + 1);
}

const ALONE = 'send the value of hub.challenge alone';
// RFC 1952 §2.3.1
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * What is wrong with the body of an answer to a verification request, and what to send in its
 * place; undefined where it is the challenge and nothing else (WebSub §5.3.1). Read it behind "it
 * answered 200".
 */
export function judgeChallenge(body: Buffer, challenge: string): string | undefined {
  if (body.equals(Buffer.from(challenge))) return undefined;
  if (body.length === 0) {
    return `with an empty body, or one of more than ${MAX_ANSWER_BYTES} bytes; ${ALONE}`;
  }
  if (body.subarray(0, GZIP.length).equals(GZIP)) {
    return 'with a body compressed by gzip, which was not asked for; send it as it is';
  }
  const text = body.toString('utf8');
  if (text.trim() === challenge) {
    const isLine = text.trim() === text.replace(/\r?\n$/, '');
    return isLine
      ? `with a line feed behind the challenge; ${ALONE}, without a line end`
      : `with white space or a byte order mark around the challenge; ${ALONE}`;
  }
  if (text === JSON.stringify(challenge)) {
    return `with the challenge in quotes, as JSON; ${ALONE}, as text`;
  }
  if (text.includes(challenge)) return `with more than the challenge; ${ALONE}`;
  return `with something other than the challenge; ${ALONE}`;
}

/** What is read of an answer's body so that its connection can be used again, and for how long. */
const MAX_DUMPED_BYTES = 64 * 1024;
const MAX_DUMP_MS = 1000;

/**
 * Takes the head of an answer within a time, and lets its body pass unread; one that is long or
 * slow costs its connection. For thousands of deliveries: without a stream and a signal for each.
 */
export class HeadTaker implements Dispatcher.DispatchHandler {
  readonly #head = Promise.withResolvers<Answered | Unreached>();
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  #bytes = 0;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#fail(createTimeout(ms)), ms);
  }

  /** Resolves to the head, or to why there is none. */
  get head(): Promise<Answered | Unreached> {
    return this.#head.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
    // undici lets go of a request only once it has a connection.
    if (this.#reason) controller.abort(this.#reason);
  }

  onResponseStart(_: unknown, statusCode: number, headers: IncomingHttpHeaders) {
    // Others follow.
    if (statusCode < 200) return;
    clearTimeout(this.#timer);
    this.#head.resolve(readHead({ statusCode, headers }));
    const length = headers['content-length'];
    // Most answers have no body.
    if (statusCode === 204 || length === '0') return;
    if (Number(length ?? 0) > MAX_DUMPED_BYTES) this.#fail(new Error('The answer is too long.'));
    else {
      const tooSlow = () => this.#fail(new Error('The answer is too slow.'));
      this.#timer = setTimeout(tooSlow, MAX_DUMP_MS);
    }
  }

  onResponseData(_: unknown, { length }: Buffer) {
    this.#bytes += length;
    if (this.#bytes > MAX_DUMPED_BYTES) this.#fail(new Error('The answer is too long.'));
  }

  onResponseEnd() {
    clearTimeout(this.#timer);
  }

  onResponseError(_: unknown, error: Error) {
    this.#fail(error);
  }

  /** After the head it says nothing how the answer ends. */
  #fail(reason: Error) {
    clearTimeout(this.#timer);
    this.#head.resolve(describeFault(reason));
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
