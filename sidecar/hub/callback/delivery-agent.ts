import { Readable } from 'node:stream';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { type Answered, REQUEST_OPTIONS, readHead } from './callback-answer.ts';
import { createTimeout, describeFault, type Unreached } from './fault.ts';

/*
 * Sends thousands of deliveries: over kept connections, with bodies that are not copied, and
 * reading only the heads of answers.
 */

/** An idle connection is closed after this, whatever the subscriber would prefer. */
const KEEP_ALIVE_MS = 4000;

/** Keeps connections for a while, and no state for a host without any. */
export function createDeliveryAgent(
  connect: buildConnector.connector,
  connections: number,
  keepAliveMs = KEEP_ALIVE_MS,
): Agent {
  const keepAlive = { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs };
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

/** The bytes and the time for which an answer's body is read, to keep its connection. */
const MAX_DUMPED_BYTES = 64 * 1024;
const MAX_DUMP_MS = 1000;

/**
 * Sends a request. Resolves to the head of its answer, or to the reason why there was none in time,
 * and lets the body pass unread; a long or slow one costs its connection. A stream and a signal for
 * each of thousands of deliveries would take half as much time again.
 */
export function takeHead(
  agent: Agent,
  request: Dispatcher.DispatchOptions,
  ms: number,
): Promise<Answered | Unreached> {
  const head = Promise.withResolvers<Answered | Unreached>();
  let controller: Dispatcher.DispatchController | undefined;
  let failure: Error | undefined;
  let bytes = 0;
  const fail = (error: Error) => {
    clearTimeout(timer);
    // After the head, the end of the answer does not matter.
    head.resolve(describeFault(error));
    failure = error;
    controller?.abort(error);
  };
  let timer = setTimeout(() => fail(createTimeout(ms)), ms);
  agent.dispatch(request, {
    onRequestStart(started) {
      controller = started;
      // undici can end a request only once it has a connection.
      if (failure) started.abort(failure);
    },
    onResponseStart(_, statusCode, headers) {
      // Others follow.
      if (statusCode < 200) return;
      clearTimeout(timer);
      head.resolve(readHead({ statusCode, headers }));
      timer = setTimeout(() => fail(new Error('The answer is too slow.')), MAX_DUMP_MS);
    },
    onResponseData(_, { length }) {
      bytes += length;
      if (bytes > MAX_DUMPED_BYTES) fail(new Error('The answer is too long.'));
    },
    onResponseEnd: () => clearTimeout(timer),
    onResponseError: (_, error) => fail(error),
  });
  return head.promise;
}
