import { listBuffers } from '#query/search-index/search-index-data.ts';
import type { PackedFile } from '#release/packed-file.ts';
import type { DataMessage, RebuildMessage } from './messages.ts';

/** Smaller bodies are copied by the message itself. */
const MIN_MOVED_BYTES = 64 * 1024;

/** A message, and the memory that goes with it to the other thread, so that nothing is copied there. */
export type HandOver = {
  readonly message: RebuildMessage;
  readonly transfer: readonly ArrayBuffer[];
};

/**
 * Makes a message ready for the server's thread. It gets copies of large bodies as its own: memory
 * that threads share is not counted by their collectors, and would grow with every release.
 */
export function prepareHandOver(message: RebuildMessage): HandOver {
  const transfer: ArrayBuffer[] = [];
  const move = (bytes: Uint8Array): Uint8Array => {
    // A view would take all the memory along that it looks at a part of.
    const isView = bytes.length < bytes.buffer.byteLength;
    if (bytes.length < MIN_MOVED_BYTES && !isView) return bytes;
    const copy = new Uint8Array(bytes);
    transfer.push(copy.buffer);
    return copy;
  };
  if (message.type === 'data') return { message: moveData(message, move, transfer), transfer };
  if (message.type === 'codings') {
    const files = message.files.map((file) => moveBodies(file, move));
    return { message: { ...message, files }, transfer };
  }
  if (message.type === 'index') transfer.push(...listBuffers(message.index));
  return { message, transfer };
}

type Move = (bytes: Uint8Array) => Uint8Array;

function moveData(message: DataMessage, move: Move, transfer: ArrayBuffer[]): DataMessage {
  const { search, corpus } = message;
  if (search.base === undefined) transfer.push(...listBuffers(search.index));
  const files = message.files.map((file) => moveBodies(file, move));
  // Search and since answer from the very bytes that are served.
  const reviewsJson = files.find(({ entry }) => entry.path === '/reviews.json')?.bodies.identity;
  return { ...message, files, corpus: { ...corpus, bytes: reviewsJson ?? corpus.bytes } };
}

function moveBodies({ entry, bodies }: PackedFile, move: Move): PackedFile {
  const { identity, br, zstd, gzip } = bodies;
  return {
    entry,
    bodies: {
      identity: move(identity),
      ...(br && { br: move(br) }),
      ...(zstd && { zstd: move(zstd) }),
      ...(gzip && { gzip: move(gzip) }),
    },
  };
}
