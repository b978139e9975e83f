import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ManifestEntry } from '#artifacts/manifest.ts';
import { CODINGS, type Coding, REPRESENTATIONS } from '#artifacts/seal.ts';
import { strongEtag } from '#query/strong-etag.ts';
import type { PackedFile } from './packed-file.ts';

/*
 * A pack, from its first byte to its last: the mark; bodies of files and members without gaps; the
 * head, as JSON, which says where each begins; the length of the head, and the digest of both; the
 * mark again. Every byte is covered: by the digest, by the ETag of its file or by that of its member.
 */
export const MARK = Buffer.from('testimony pack 2');
export const LENGTH_BYTES = 6;
const DIGEST_BYTES = 32;
const ENDING_BYTES = LENGTH_BYTES + DIGEST_BYTES + MARK.length;

/** What a pack tells of itself and of what it holds. */
export const PackHead = z.strictObject({
  /** What its maker says of it. */
  meta: z.unknown(),
  members: z.array(
    z.strictObject({
      name: z.string(),
      start: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      digest: z.string(),
    }),
  ),
  files: z.array(z.strictObject({ entry: ManifestEntry, start: z.int().nonnegative() })),
  /** Where the bodies end and this begins. */
  bodiesEnd: z.int().nonnegative(),
});
export type PackHead = z.infer<typeof PackHead>;

/** Thrown where bytes are not a pack that was written whole. */
export class BrokenPackError extends Error {
  override readonly name = 'BrokenPackError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`The pack ${reason}; delete it, so that it is made again.`, options);
  }
}

/**
 * The data of a release in one file. It is read whole and used where it lies: bodies are views on
 * the bytes of the pack.
 */
export type Pack = {
  /** What its maker says of it. */
  readonly meta: unknown;
  /** How many files it holds. */
  readonly size: number;
  /** What lies beside the files and is not published, held against its digest. */
  member(name: string): Buffer | undefined;
  get(path: string): PackedFile<Buffer> | undefined;
  /** The paths of all files. */
  paths(): string[];
  /** Holds every body against its ETag and every member against its digest. */
  verify(): void;
};

/**
 * Opens the bytes of a pack, in memory of one thread or of several. Throws a BrokenPackError for
 * bytes that are cut off or are no pack; a changed body is found by `verify`.
 */
export function openPack(bytes: Uint8Array<ArrayBufferLike>): Pack {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readHead(all);
  const bytesAt = (start: number, length: number): Buffer => {
    if (start + length <= head.bodiesEnd) return all.subarray(start, start + length);
    throw new BrokenPackError('has an entry that points behind its bodies');
  };
  const files = new Map(
    head.files.map(({ entry, start }): [string, PackedFile<Buffer>] => [
      entry.path,
      { entry, bodies: bodiesOf(entry, start, bytesAt) },
    ]),
  );
  const member = (name: string): Buffer | undefined => {
    const found = head.members.find((one) => one.name === name);
    const body = found && bytesAt(found.start, found.bytes);
    if (!body || digestOf([body]).toString('base64url') === found.digest) return body;
    throw new BrokenPackError(`holds another ${name} than was written into it`);
  };
  return {
    meta: head.meta,
    size: files.size,
    member,
    get: (path) => files.get(path),
    paths: () => [...files.keys()],
    verify() {
      for (const { name } of head.members) member(name);
      for (const file of files.values()) verifyFile(file);
    },
  };
}

/** The digest of the head of a pack, and of its members. */
export function digestOf(pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function readHead(bytes: Buffer): PackHead {
  const ending = bytes.length - ENDING_BYTES;
  const hasMark = (start: number) => bytes.subarray(start, start + MARK.length).equals(MARK);
  if (ending < MARK.length || !hasMark(0) || !hasMark(bytes.length - MARK.length)) {
    throw new BrokenPackError('is cut off, or is none');
  }
  const length = bytes.subarray(ending, ending + LENGTH_BYTES);
  const bodiesEnd = ending - length.readUIntLE(0, LENGTH_BYTES);
  const text = bytes.subarray(Math.max(0, bodiesEnd), ending);
  const digest = bytes.subarray(ending + LENGTH_BYTES, bytes.length - MARK.length);
  if (bodiesEnd < MARK.length || !digestOf([text, length]).equals(digest)) {
    throw new BrokenPackError('does not hold what was written into it');
  }
  const head = PackHead.parse(JSON.parse(text.toString('utf8')));
  if (head.bodiesEnd !== bodiesEnd) throw new BrokenPackError('is not one alone');
  return head;
}

/** The bodies of one file lie one behind the other, in the order of REPRESENTATIONS. */
function bodiesOf(
  { variants }: ManifestEntry,
  start: number,
  bytesAt: (start: number, length: number) => Buffer,
): PackedFile<Buffer>['bodies'] {
  let end = start;
  const take = (length: number): Buffer => {
    end += length;
    return bytesAt(end - length, length);
  };
  const identity = take(variants.identity.bytes);
  const coded = CODINGS.flatMap((coding): [Coding, Buffer][] => {
    const variant = variants[coding];
    return variant ? [[coding, take(variant.bytes)]] : [];
  });
  return { identity, ...Object.fromEntries(coded) };
}

/** Holds every body of a file against its ETag. Throws a BrokenPackError. */
function verifyFile({ entry: { path, variants }, bodies }: PackedFile): void {
  for (const representation of REPRESENTATIONS) {
    const body = bodies[representation];
    if (!body || strongEtag(body) === variants[representation]?.etag) continue;
    throw new BrokenPackError(`holds another ${path} than was written into it`);
  }
}
