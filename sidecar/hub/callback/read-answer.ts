import type { Dispatcher } from 'undici';
import type { Answered } from './callback-client.ts';

/** What is read of an answer's body so that its connection can be used again, and for how long. */
const MAX_DUMPED_BYTES = 64 * 1024;
const MAX_DUMP_MS = 1000;

/** The head of an answer. */
export function readHead({ statusCode, headers }: Dispatcher.ResponseData): Answered {
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

/** Lets a body pass unread; one that is long or slow costs its connection. */
export function dump({ statusCode, headers, body }: Dispatcher.ResponseData) {
  // Most answers have none.
  if (statusCode === 204 || headers['content-length'] === '0') {
    body.resume();
    return;
  }
  body.dump({ limit: MAX_DUMPED_BYTES, signal: AbortSignal.timeout(MAX_DUMP_MS) }).catch(() => {
    // The answer has been taken by its head; how its body ends says nothing.
  });
}

/** Does work until its time is up, and then rejects; by the signal the work frees what it holds. */
export async function withinTime<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `There was no answer within ${ms} ms.`;
    const error = Object.assign(new Error(message), { code: 'ETIMEDOUT' });
    expiry.reject(error);
    controller.abort(error);
  }, ms);
  try {
    // undici looks at a signal only once a request has a connection.
    return await Promise.race([work(controller.signal), expiry.promise]);
  } finally {
    clearTimeout(timer);
  }
}
