import type { Unreached } from './callback-client.ts';

type Fault = Unreached['fault'];

/** Our own side has no network, no way out, or no room. */
const LOCAL = new Set(
  'EACCES EADDRINUSE EADDRNOTAVAIL EMFILE ENETDOWN ENETUNREACH ENFILE ENOBUFS ENOMEM EPERM'
    .concat(' UND_ERR_CLOSED UND_ERR_DESTROYED UND_ERR_INVALID_ARG')
    .split(' '),
);

/** What name servers say of a name; all else that they do is no fault of the name's. */
const NAMELESS = new Set(['EBADNAME', 'ENODATA', 'ENONAME', 'ENOTFOUND', 'EBADRESP', 'EFORMERR']);

/** Nobody took the connection. */
const SILENT = new Set(['EHOSTDOWN', 'EHOSTUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** Where the addresses of one host failed differently, the one from furthest away counts. */
const BY_DISTANCE = ['broken', 'silent', 'local'] as const;

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

function readCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined;
}

function judgeName({ cause }: UnresolvedNameError): Fault {
  const code = readCode(cause);
  return cause === undefined || (code !== undefined && NAMELESS.has(code)) ? 'silent' : 'local';
}

/** What undici or Node put around the errors of all addresses that were tried. */
function unwrap(error: unknown): AggregateError | undefined {
  if (error instanceof AggregateError) return error;
  return error instanceof Error && error.cause instanceof AggregateError ? error.cause : undefined;
}

function judgeSocket(error: unknown, wasReached: boolean): Fault {
  const faults = unwrap(error)?.errors.map((inner) => judgeSocket(inner, wasReached));
  if (faults !== undefined) return BY_DISTANCE.find((fault) => faults.includes(fault)) ?? 'silent';
  const code = readCode(error);
  if (code !== undefined && LOCAL.has(code)) return 'local';
  return !wasReached && code !== undefined && SILENT.has(code) ? 'silent' : 'broken';
}

function judge(error: unknown): Fault {
  if (error instanceof BlockedAddressError) return 'blocked';
  if (error instanceof CrowdedNetworkError) return 'crowded';
  if (error instanceof UnresolvedNameError) return judgeName(error);
  if (error instanceof UnconnectedError) return judgeSocket(error.cause, error.wasReached);
  return judgeSocket(error, true);
}

/** Codes only: messages hold hosts, and what strangers wrote into certificates. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const inner = unwrap(error);
  if (inner !== undefined) return inner.errors.map(describe).join(', ');
  if (!OURS.some((kind) => error instanceof kind)) return readCode(error) ?? error.name;
  if (error.cause === undefined) return error.message;
  return `${error.message.slice(0, -1)}: ${describe(error.cause)}`;
}

/** Sorts what went wrong with a request by whose fault it is. */
export function describeFault(error: unknown): Unreached {
  return { kind: 'unreached', fault: judge(error), message: describe(error) };
}

/** A callback's address is none that callbacks may have. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** Too many requests were sent to a callback's network recently. */
export class CrowdedNetworkError extends Error {
  override readonly name = 'CrowdedNetworkError';
}

/** A callback's name has no address, or no name server answered; the cause says which. */
export class UnresolvedNameError extends Error {
  override readonly name = 'UnresolvedNameError';
}

/** A connection was not made; the cause says why. */
export class UnconnectedError extends Error {
  override readonly name = 'UnconnectedError';
  /** Whether something took the connection, so that only TLS failed. */
  readonly wasReached: boolean;

  constructor(wasReached: boolean, cause: unknown) {
    super(wasReached ? 'TLS failed.' : 'No connection was made.', { cause });
    this.wasReached = wasReached;
  }
}

const OURS = [BlockedAddressError, CrowdedNetworkError, UnresolvedNameError, UnconnectedError];
