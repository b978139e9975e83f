import type { Dispatcher } from 'undici';

/**
 * undici does not limit the time of a request: the caller limits the whole. To find out if a host
 * speaks HTTP/2, it would wait for a first connection before it makes others.
 */
export const REQUEST_OPTIONS = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };

/** An HTTP answer. Redirects are answers like any other: they are not followed. */
export type Answered = {
  readonly kind: 'answered';
  readonly status: number;
  /** The Retry-After field as sent. */
  readonly retryAfter: string | undefined;
  /** Its beginning, as far as it was wanted. */
  readonly body: Buffer;
};

/** True if an answer agrees or acknowledges: any 2xx does (WebSub §5.3.1, §7). */
export function isSuccess({ status }: Pick<Answered, 'status'>): boolean {
  return status >= 200 && status < 300;
}

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/** Returns the head of an answer, whose body is still empty. */
export function readHead({ statusCode, headers }: Head): Answered {
  const [sent] = [headers['retry-after']].flat();
  // undici leaves white space after a value, which is not part of it (RFC 9110 §5.5).
  const retryAfter = sent?.trim();
  return { kind: 'answered', status: statusCode, retryAfter, body: Buffer.alloc(0) };
}

// RFC 1952 §2.3.1
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Returns the fault of a body that is not the challenge and nothing else (WebSub §5.3.1). */
export function judgeChallenge(body: Buffer, challenge: string) {
  if (body.equals(Buffer.from(challenge))) return undefined;
  if (body.length === 0) return 'EMPTY';
  if (body.subarray(0, GZIP.length).equals(GZIP)) return 'GZIP';
  const text = body.toString('utf8');
  if (text.replace(/\r?\n$/, '') === challenge) return 'LINE_FEED';
  if (text.trim() === challenge) return 'SPACE';
  if (text === JSON.stringify(challenge)) return 'QUOTED';
  return text.includes(challenge) ? 'MORE' : 'OTHER';
}
