import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { MAX_ANSWER_BYTES } from '../hub-settings.ts';

/*
 * What comes of a request to a callback: an answer, or why there was none.
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

/** The first bytes, at most one more than asked for; none of a body that says it is longer. */
export async function readBeginning(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) return Buffer.alloc(0);
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
 * What is wrong with the body of an answer to a verification request, and what to send in its place;
 * undefined where it is the challenge and nothing else (WebSub §5.3.1). Read it behind "it answered
 * 200".
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
 * Takes the head of an answer within a time, and lets its body pass unread; one that is long or slow
 * costs its connection. For thousands of deliveries: without a stream and a signal for each.
 */
export class HeadTaker implements Dispatcher.DispatchHandler {
  readonly #head = Promise.withResolvers<Answered>();
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  #bytes = 0;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#fail(createTimeout(ms)), ms);
  }

  /** Rejects with what undici says, or a timeout. */
  get head(): Promise<Answered> {
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
    this.#head.reject(reason);
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

/** What a request failed with that took too long. */
export function createTimeout(ms: number): Error {
  return Object.assign(new Error(`It took over ${ms} ms.`), { code: 'ETIMEDOUT' });
}

/**
 * What went wrong with a request to a callback, as it is stored, and shown to operators and to
 * whoever knows the callback.
 * - `status`: it answered, and not 2xx.
 * - `challenge`: it answered 2xx, and did not repeat the challenge alone.
 * - `address`: it may not be connected to, by its address or its URL.
 * - `name`: its host name has no address.
 * - `connection`: no TCP connection was made.
 * - `tls`: its certificate is not valid here, or there was no handshake.
 * - `response`: it was connected to, and gave no valid HTTP answer in time.
 * - `crowded`: too many verifications were sent to its network; no connection was made.
 * - `local`: our own side failed: no network, no name server, no free socket.
 */
export const Fault = z.object({
  kind: z.enum([
    ...(['status', 'challenge', 'address', 'name', 'connection'] as const),
    ...(['tls', 'response', 'crowded', 'local'] as const),
  ]),
  status: z.number().optional(),
  /** The system's name for it, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  code: z.string().optional(),
  /** For people, with nothing of the callback in it. */
  message: z.string(),
});
export type Fault = Readonly<z.infer<typeof Fault>>;

/** Why a callback gave no answer. */
export type Unreached = {
  readonly kind: 'unreached';
  readonly fault: Exclude<Fault['kind'], 'status' | 'challenge'>;
  readonly code: string | undefined;
  readonly message: string;
};

/** A request failed at one of its steps; the cause, if there is one, is the system's error. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly step: Unreached['fault'];

  constructor(step: Unreached['fault'], cause?: unknown) {
    super(`The request failed: ${step}.`, { cause });
    this.step = step;
  }
}

/** Our own side has no network, no way out, or no room. */
const LOCAL = new Set(
  'EACCES EADDRINUSE EADDRNOTAVAIL EMFILE ENETDOWN ENETUNREACH ENFILE ENOBUFS ENOMEM EPERM'
    .concat(' UND_ERR_CLOSED UND_ERR_DESTROYED UND_ERR_INVALID_ARG')
    .split(' '),
);

/** What name servers say of a name; all else that they do is no fault of the name's. */
const NAMELESS = new Set(['EBADNAME', 'ENODATA', 'ENONAME', 'ENOTFOUND', 'EBADRESP', 'EFORMERR']);

const UNKNOWN_ISSUER =
  'the issuer of its certificate is not known here; send the chain with all intermediate certificates, of a public authority';

/** What the system's names mean, where more can be said than by the step. */
const MESSAGES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check from when it is, and the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; use one of a public authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of a private authority; use a public one',
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host; use one for this host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port',
  ENOTFOUND: 'its host name does not exist',
  ECONNREFUSED: 'nothing listens on its port',
  EHOSTUNREACH: 'there is no route to its host',
  UND_ERR_HEADERS_OVERFLOW: 'its answer has too many headers',
  UND_ERR_CLOSED: 'the hub was closing',
};

/** What can be said of a step that failed, and of one that took too long. */
const STEPS: Readonly<Record<Unreached['fault'], readonly [string, string?]>> = {
  address: ['its host has an address that callbacks may not have'],
  name: ['its host name has no address'],
  crowded: ['too many verifications were sent to its network; it is asked again later'],
  local: ['the hub has no network, no name server or no free socket'],
  connection: ['no connection was made', 'no connection was made in time'],
  tls: ['there was no TLS handshake', 'the TLS handshake took too long'],
  response: ['it gave no valid HTTP answer', 'it did not answer in time'],
};

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

/** Codes only: messages hold hosts, and what strangers wrote into certificates. */
function readCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined;
}

/** Whether name servers answered that a name has no address. */
export function isUnknownName(reason: unknown): boolean {
  return NAMELESS.has(readCode(reason) ?? '');
}

/** Of several addresses, which undici or Node put around their errors, the one that got furthest. */
function findCode(error: unknown): string | undefined {
  const all = [error, error instanceof Error ? error.cause : undefined];
  const several = all.find((one) => one instanceof AggregateError);
  if (!several) return readCode(error);
  const codes = several.errors.map(readCode);
  const theirs = codes.filter((code) => !LOCAL.has(code ?? ''));
  return theirs.find((code) => code !== 'ETIMEDOUT') ?? theirs[0] ?? codes[0];
}

/** Says at which step a request failed and whose fault it is. */
export function describeFault(error: unknown): Unreached {
  const isStep = error instanceof StepError;
  const step = isStep ? error.step : 'response';
  const cause = isStep ? error.cause : error;
  const code = findCode(cause);
  const isOurs =
    step === 'name' ? cause !== undefined && !isUnknownName(cause) : LOCAL.has(code ?? '');
  const fault = isOurs ? 'local' : step;
  const [failed, late = failed] = STEPS[fault];
  const isLate = code === 'ETIMEDOUT' || code === 'UND_ERR_HEADERS_TIMEOUT';
  const known = fault === 'local' && code !== 'UND_ERR_CLOSED' ? undefined : MESSAGES[code ?? ''];
  const message = known ?? (isLate ? late : failed);
  return { kind: 'unreached', fault, code, message };
}
