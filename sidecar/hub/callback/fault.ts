import { z } from 'zod';

/*
 * Why a request to a callback failed: at which step, whose fault it is, and words for people.
 */

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

/** What a request failed with that took too long. */
export function createTimeout(ms: number): Error {
  return Object.assign(new Error(`It took over ${ms} ms.`), { code: 'ETIMEDOUT' });
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

/** Of several addresses, whose errors undici or Node wraps, the code of what got furthest. */
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
