import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createEncoder } from '#artifacts/encoder.ts';
import type { Review } from '#dataset/review.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import type { FormatSource } from '#formats/formats.ts';
import { makeFormat } from '#formats/make-format.ts';
import { publishedReviewAt, readHead } from '#release/published-source.ts';
import { reviewBytes } from '#search/corpus/corpus.ts';
import { describeError, findSystemCode } from '../describe-error.ts';
import { type Canceled, refuseIfCanceled, runUntilCanceled } from '../pool/canceled.ts';
import type { EncodeTask, FileFigures, MakeTask, SentRelease } from '../pool/tasks.ts';
import { ANSWER_LEVELS } from '../routes/answers/answer-codings.ts';

/** Readable by its owner only: a takedown removes texts here, and they must not exist elsewhere. */
const OWN_MODE = 0o600;
const CHUNK_BYTES = 256 * 1024;

/** Makes a format as a file. If it fails or is canceled, it rejects and leaves no file. */
export function makeFile(task: MakeTask, mode = OWN_MODE): Promise<FileFigures> {
  const { path, release, file, canceled } = task;
  return orRemove(task, mode, async () => {
    writeFormat(path, readSource(release, canceled), file);
    return hashFile(file, canceled);
  });
}

/** Compresses a file of a format like an answer. It leaves no file if it fails either. */
export function encodeFile(task: EncodeTask, mode = OWN_MODE): Promise<FileFigures> {
  const { coding, from, file, canceled } = task;
  return orRemove(task, mode, async () => {
    const encoder = createEncoder(coding, ANSWER_LEVELS[coding], statSync(from).size);
    const source = createReadStream(from, { highWaterMark: CHUNK_BYTES });
    await runUntilCanceled(canceled, (signal) =>
      // `r+` does not create the file again after it is removed.
      pipeline(source, encoder, createWriteStream(file, { flags: 'r+' }), { signal }),
    );
    return { bytes: statSync(file).size, sha256: '' };
  });
}

async function orRemove(
  { file, canceled }: MakeTask | EncodeTask,
  mode: number,
  write: () => Promise<FileFigures>,
): Promise<FileFigures> {
  refuseIfCanceled(canceled);
  closeSync(openSync(file, 'wx', mode));
  try {
    return await write();
  } catch (error) {
    // SQLite does not say why it cannot write.
    const cause = systemCodeOf(error) === 'ERR_SQLITE_ERROR' && findSystemCode(file);
    rmSync(file, { force: true });
    throw cause ? Object.assign(new Error(describeError(error)), { code: cause }) : error;
  }
}

/** Writes a format into a file, which is emptied first. Throws what the source throws. */
export function writeFormat(path: string, source: FormatSource, file: string): void {
  const descriptor = openSync(file, 'w');
  // Formats write line by line; each write to a file is a system call.
  let pieces: Uint8Array[] = [];
  let length = 0;
  const flush = () => {
    const bytes = Buffer.concat(pieces);
    for (let at = 0; at < bytes.length; at += writeSync(descriptor, bytes, at));
    pieces = [];
    length = 0;
  };
  try {
    makeFormat(path, source, {
      write: (bytes) => {
        pieces.push(bytes);
        length += bytes.length;
        if (length >= CHUNK_BYTES) flush();
      },
      openDatabase: () => new DatabaseSync(file),
    });
    flush();
  } finally {
    closeSync(descriptor);
  }
}

/** Returns a release as formats read it, until it is canceled. */
function readSource(
  { baseUrl, corpus, names, removed }: SentRelease,
  canceled: Canceled,
): FormatSource {
  const { count } = corpus;
  function* each<Item>(at: (position: number) => Item): Generator<Item> {
    for (let position = 0; position < count; position++) {
      refuseIfCanceled(canceled);
      yield at(position);
    }
  }
  return {
    baseUrl,
    head: readHead(corpus.body),
    names,
    removed,
    lines: () => each((position) => reviewBytes(corpus, position)),
    reviews: () => each((position): Review => publishedReviewAt(corpus, position)),
  };
}

function hashFile(file: string, canceled: Canceled): FileFigures {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  let bytes = 0;
  try {
    for (let length = 1; length > 0; bytes += length) {
      refuseIfCanceled(canceled);
      length = readSync(descriptor, chunk, 0, chunk.length, null);
      hash.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
  return { bytes, sha256: hash.digest('hex') };
}
