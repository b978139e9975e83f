import { parentPort } from 'node:worker_threads';
import { type EncodedFile, reviewsJsonOf } from '#release/release.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { collectGarbage } from '../spare-memory.ts';
import type { RebuildCall, RebuildMessage, RebuildPort, RebuildSettings } from './messages.ts';

/** Smaller bodies are copied by the message itself. */
const MIN_MOVED_BYTES = 64 * 1024;

/**
 * Prepares a message for the server's thread, and the memory that is moved with it. Blocks of reviews
 * and the search index are shared memory; other large pieces are copied once, and the copies moved.
 */
export function prepareHandOver(message: RebuildMessage): {
  readonly message: RebuildMessage;
  readonly transfer: readonly ArrayBuffer[];
} {
  const transfer: ArrayBuffer[] = [];
  if (message.type === 'data') {
    const { files, data } = moveRelease({ files: message.files, data: message }, transfer);
    const [dataset = message.dataset] = createMove(transfer)([message.dataset]);
    return { message: { ...message, dataset, files, corpus: data.corpus }, transfer };
  }
  return { message, transfer };
}

type Move = (body: Pieces) => Pieces;

function createMove(transfer: ArrayBuffer[]): Move {
  const move = (bytes: Uint8Array): Uint8Array => {
    if (!isPlain(bytes)) return bytes;
    // Moving a view would move all of its memory.
    const isView = bytes.length < bytes.buffer.byteLength;
    if (bytes.length < MIN_MOVED_BYTES && !isView) return bytes;
    const own = new Uint8Array(bytes);
    transfer.push(own.buffer);
    return own;
  };
  return (body) => body.map(move);
}

function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

/** Prepares the files of a release for another thread; what is to be moved is added to `transfer`. */
export function moveRelease<
  Release extends {
    readonly files: readonly EncodedFile[];
    readonly data: { readonly corpus: Corpus } | undefined;
  },
>(release: Release, transfer: ArrayBuffer[]): Release {
  const move = createMove(transfer);
  const files = release.files.map((file) => moveBodies(file, move));
  const { data } = release;
  if (!data) return { ...release, files };
  // Search and since answer from the served bytes themselves, in the pieces in which they were read.
  const corpus = { ...data.corpus, body: reviewsJsonOf(files) };
  return { ...release, files, data: { ...data, corpus } };
}

function moveBodies({ entry, bodies }: EncodedFile, move: Move): EncodedFile {
  const { identity, ...coded } = bodies;
  const moved = Object.entries(coded).map(([coding, body]) => [coding, move(body)]);
  return { entry, bodies: { identity: move(identity), ...Object.fromEntries(moved) } };
}

/** Publishes until the signal: followContent or followRelease. */
type Follow = (settings: RebuildSettings, port: RebuildPort, signal: AbortSignal) => Promise<void>;

/** Runs the rebuild thread until the server stops it. */
export async function runRebuilding(settings: RebuildSettings, follow: Follow): Promise<void> {
  const stopping = new AbortController();
  let retry = () => {};
  const post = (posted: RebuildMessage) => {
    const { message, transfer } = prepareHandOver(posted);
    parentPort?.postMessage(message, [...transfer]);
  };
  const port: RebuildPort = {
    post,
    log: (level, message, fields = {}) => post({ type: 'log', level, message, fields }),
    now: () => new Date(),
    collectGarbage,
    onRetry: (again) => {
      retry = again;
    },
  };
  parentPort?.on('message', (said: RebuildCall) => {
    if (said === 'retry') retry();
    else stopping.abort();
  });
  await follow(settings, port, stopping.signal);
  if (stopping.signal.aborted) parentPort?.close();
}
