import { Readable } from 'node:stream';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { type Answered, isSuccess, REQUEST_OPTIONS, readHead } from './callback-answer.ts';
import { createTimeout, describeFault, type Unreached } from './fault.ts';

/*
 * Sends requests: deliveries by the thousand, over kept connections and with bodies that are not
 * copied. Of answers no more is read than is wanted.
 */

/** An idle connection is closed after this, whatever the subscriber would prefer. */
const KEEP_ALIVE_MS = 4000;

/** Keeps connections for a while, and no state for a host without any. */
export function createDeliveryAgent(connect: buildConnector.connector, connections: number): Agent {
  const keepAlive = { keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS };
  return new Agent({ ...REQUEST_OPTIONS, ...keepAlive, connect, connections });
}

/** Larger bodies are sent in parts of this size. */
const PART_BYTES = 256 * 1024;

function* cut(body: Pieces) {
  for (const piece of body) {
    for (let start = 0; start < piece.length; start += PART_BYTES) {
      yield piece.subarray(start, start + PART_BYTES);
    }
  }
}

/**
 * Returns a body as undici sends it, a large one in parts that are not copies. A socket encrypts at
 * once all that it is given: a large body for many slow subscribers would be copied for each.
 */
export function bodyInParts(body: Pieces): Uint8Array | Readable {
  if (lengthOf(body) <= PART_BYTES) return joinPieces(body);
  return Readable.from(cut(body), { objectMode: true });
}

/** The awaited part of an answer. */
type Wanted = {
  /** For the whole, from the name on. */
  readonly ms: number;
  /** Of the body of a success: at most one byte beyond this is read, and with 0 none is awaited. */
  readonly maxBytes: number;
};

/** The bytes and the time for which an unwanted body is read, to keep its connection. */
const MAX_DUMPED_BYTES = 64 * 1024;
const MAX_DUMP_MS = 1000;

/**
 * Sends a request. Resolves to what is wanted of its answer, or to the reason why there was none in
 * time, and lets the rest pass unread; a long or slow one costs its connection. A stream and a
 * signal for each of thousands of deliveries would take half as much time again.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { ms, maxBytes }: Wanted,
): Promise<Answered | Unreached> {
  const result = Promise.withResolvers<Answered | Unreached>();
  let controller: Dispatcher.DispatchController | undefined;
  let failure: Error | undefined;
  let head: Answered | undefined;
  let hasAll = false;
  let bytes = 0;
  const chunks: Buffer[] = [];
  const finish = () => {
    hasAll = true;
    clearTimeout(timer);
    if (head) result.resolve({ ...head, body: Buffer.concat(chunks).subarray(0, maxBytes + 1) });
  };
  const fail = (error: Error) => {
    clearTimeout(timer);
    const fault = describeFault(error);
    const isCut = head !== undefined && fault.fault === 'response';
    result.resolve(isCut ? { ...fault, code: 'UNFINISHED' } : fault);
    failure = error;
    controller?.abort(error);
  };
  let timer = setTimeout(() => fail(createTimeout(ms)), ms);
  dispatcher.dispatch(request, {
    onRequestStart(started) {
      controller = started;
      // undici can end a request only once it has a connection.
      if (failure) started.abort(failure);
    },
    onResponseStart(_, statusCode, headers) {
      // Others follow.
      if (statusCode < 200) return;
      head = readHead({ statusCode, headers });
      if (maxBytes > 0 && isSuccess(head)) return;
      finish();
      timer = setTimeout(() => fail(new Error('The answer is too slow.')), MAX_DUMP_MS);
    },
    onResponseData(_, chunk) {
      bytes += chunk.length;
      if (!hasAll) chunks.push(chunk);
      if (!hasAll && bytes > maxBytes) finish();
      if (bytes > MAX_DUMPED_BYTES) fail(new Error('The answer is too long.'));
    },
    onResponseEnd: finish,
    onResponseError: (_, error) => fail(error),
  });
  return result.promise;
}
