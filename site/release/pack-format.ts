import { createHash } from 'node:crypto';

/*
 * A pack, from its first byte to its last:
 *
 *   the mark
 *   bodies         members and files, in the order in which they were written, without gaps
 *   the sections   in the order of SECTIONS: what is needed to find the bodies
 *   the ending     where the sections start and how long each is; the digest of the sections and
 *                  of these numbers; the mark again
 *
 * So whoever writes needs to remember no body, whoever opens reads no more than the sections, and
 * every byte is covered: by the digest, by the ETag of its file, or by the digest of its member.
 */
const MARK = Buffer.from('testimony pack 1');
const SECTIONS = ['head', 'paths', 'entries', 'rows', 'shows'] as const;
const NUMBER_BYTES = 6;
const DIGEST_BYTES = 32;
const NUMBERS_BYTES = (1 + SECTIONS.length) * NUMBER_BYTES;
const ENDING_BYTES = NUMBERS_BYTES + DIGEST_BYTES + MARK.length;

/** Where bodies begin. */
const BODIES_START = MARK.length;

/** What is needed to find the bodies of a pack. */
export type Sections = Readonly<Record<(typeof SECTIONS)[number], Buffer>>;

/** Thrown where bytes are not a pack that was written whole. */
export class BrokenPackError extends Error {
  override readonly name = 'BrokenPackError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`The pack ${reason}; delete it, so that it is made again.`, options);
  }
}

/** What comes before all bodies. */
export function encodeStart(): Buffer {
  return MARK;
}

/** What comes after all bodies, which end at a position. */
export function encodeEnd(position: number, sections: Sections): Buffer {
  const ordered = SECTIONS.map((name) => sections[name]);
  const numbers = Buffer.alloc(NUMBERS_BYTES);
  for (const [index, number] of [position, ...ordered.map(({ length }) => length)].entries()) {
    numbers.writeUIntLE(number, index * NUMBER_BYTES, NUMBER_BYTES);
  }
  return Buffer.concat([...ordered, numbers, digestOf([...ordered, numbers]), MARK]);
}

/** Finds the sections of a pack and the end of its bodies. Throws a BrokenPackError. */
export function findSections(bytes: Buffer): { sections: Sections; bodiesEnd: number } {
  const endingStart = bytes.length - ENDING_BYTES;
  const hasMark = (start: number) => bytes.subarray(start, start + MARK.length).equals(MARK);
  if (endingStart < BODIES_START || !hasMark(0) || !hasMark(bytes.length - MARK.length)) {
    throw new BrokenPackError('is cut off, or is none');
  }
  const numbers = bytes.subarray(endingStart, endingStart + NUMBERS_BYTES);
  const numberAt = (index: number) => numbers.readUIntLE(index * NUMBER_BYTES, NUMBER_BYTES);
  const bodiesEnd = numberAt(0);
  let end = bodiesEnd;
  const sectionAt = (index: number): Buffer => {
    const start = end;
    end += numberAt(1 + index);
    return bytes.subarray(start, end);
  };
  // In the order of SECTIONS.
  const sections: Sections = {
    head: sectionAt(0),
    paths: sectionAt(1),
    entries: sectionAt(2),
    rows: sectionAt(3),
    shows: sectionAt(4),
  };
  const digest = bytes.subarray(endingStart + NUMBERS_BYTES, bytes.length - MARK.length);
  const isWhole = bodiesEnd >= BODIES_START && end === endingStart;
  const pieces = [...SECTIONS.map((name) => sections[name]), numbers];
  if (!isWhole || !digestOf(pieces).equals(digest)) {
    throw new BrokenPackError('does not hold what was written into it');
  }
  return { sections, bodiesEnd };
}

/** The digest of sections, and of members of a pack. */
export function digestOf(pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}
