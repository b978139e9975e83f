import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createEncoder } from '#artifacts/encoder.ts';
import type { Review } from '#dataset/review.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import type { FormatSource } from '#formats/formats.ts';
import { makeFormat } from '#formats/make-format.ts';
import { publishedReviewAt, readHead } from '#release/published-source.ts';
import { reviewBytes } from '#search/corpus/corpus.ts';
import { describeError, findSystemCode } from '../describe-error.ts';
import { ANSWER_LEVELS } from '../routes/answers/answer-codings.ts';
import type { Cancelled, FileFigures, FormatTask, SentRelease } from './format-task.ts';

/** Of its owner alone: what was taken down is removed from here, and must not be elsewhere. */
const OWN_MODE = 0o600;
const CHUNK_BYTES = 256 * 1024;

/** Does a task. Where it fails or is cancelled, it rejects and leaves no file. */
export async function doTask(task: FormatTask, mode = OWN_MODE): Promise<FileFigures> {
  refuseIfCancelled(task.cancelled);
  closeSync(openSync(task.file, 'wx', mode));
  try {
    if (task.type === 'encode') return await encodeFile(task);
    writeFormat(task.path, readSource(task.release, task.cancelled), task.file);
    return hashFile(task.file, task.cancelled);
  } catch (error) {
    // SQLite does not say why it cannot write.
    const cause = systemCodeOf(error) === 'ERR_SQLITE_ERROR' && findSystemCode(task.file);
    rmSync(task.file, { force: true });
    throw cause ? Object.assign(new Error(describeError(error)), { code: cause }) : error;
  }
}

function refuseIfCancelled(cancelled: Cancelled): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new Error('Nobody wants this file any more.');
}

/** Writes a format into a file, which is emptied before. Throws what the source throws. */
export function writeFormat(path: string, source: FormatSource, file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    makeFormat(path, source, {
      write: (bytes) => {
        for (let at = 0; at < bytes.length; at += writeSync(descriptor, bytes, at));
      },
      openDatabase: () => new DatabaseSync(file),
    });
  } finally {
    closeSync(descriptor);
  }
}

/** A release as formats read it, until it is cancelled. */
function readSource(
  { baseUrl, corpus, names, removed }: SentRelease,
  cancelled: Cancelled,
): FormatSource {
  const { count } = corpus;
  function* each<Item>(at: (position: number) => Item): Generator<Item> {
    for (let position = 0; position < count; position++) {
      refuseIfCancelled(cancelled);
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

function hashFile(file: string, cancelled: Cancelled): FileFigures {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  let bytes = 0;
  try {
    for (let length = 1; length > 0; bytes += length) {
      refuseIfCancelled(cancelled);
      length = readSync(descriptor, chunk, 0, chunk.length, null);
      hash.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Compresses a file into an empty one, as answers are compressed. */
async function encodeFile({
  coding,
  from,
  file,
  cancelled,
}: Extract<FormatTask, { type: 'encode' }>): Promise<FileFigures> {
  const encoder = createEncoder(coding, ANSWER_LEVELS[coding], statSync(from).size);
  const untilCancelled = new Transform({
    transform: (chunk, _encoding, done) => {
      const isCancelled = Atomics.load(cancelled, 0) !== 0;
      if (isCancelled) done(new Error('Nobody wants this file any more.'));
      else done(null, chunk);
    },
  });
  const handle = await open(file, 'w');
  await pipeline(
    createReadStream(from, { highWaterMark: CHUNK_BYTES }),
    untilCancelled,
    encoder,
    handle.createWriteStream(),
  );
  return { bytes: statSync(file).size, sha256: '' };
}
