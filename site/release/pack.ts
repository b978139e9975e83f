import { z } from 'zod';
import { ManifestEntry } from '#artifacts/manifest.ts';
import { CODINGS, type Coding, REPRESENTATIONS } from '#artifacts/seal.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { BrokenPackError, digestOf, findSections } from './pack-format.ts';
import { openNames } from './pack-names.ts';
import { rowAt } from './pack-rows.ts';
import { openShows } from './pack-shows.ts';

/** A published file with its bytes, coded as its entry tells. */
export type PackedFile<Bytes extends Uint8Array = Uint8Array> = {
  readonly entry: ManifestEntry;
  readonly bodies: { readonly identity: Bytes } & Partial<Readonly<Record<Coding, Bytes>>>;
};

/**
 * A release, or a part of one, in one file. It is read whole and used where it lies: bodies are
 * views on the bytes of the pack, and an entry is parsed when somebody asks for its path.
 */
export type Pack = {
  /** What its maker says of it. */
  readonly meta: unknown;
  /** How many files it holds. */
  readonly size: number;
  /** What lies beside the files and is not published, held against its digest. */
  member(name: string): Buffer | undefined;
  get(path: string): PackedFile<Buffer> | undefined;
  /** The paths of all files, in the order of their bytes. */
  paths(): string[];
  /** The paths of the files whose entry says that they show a review. */
  showing(id: string): string[];
  /** Holds every body against its ETag and every member against its digest. */
  verify(): void;
};

/** What a pack tells of itself beside its files. */
export const PackHead = z.strictObject({
  meta: z.unknown(),
  members: z.array(
    z.strictObject({
      name: z.string(),
      start: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      digest: z.string(),
    }),
  ),
});
export type PackHead = z.infer<typeof PackHead>;

/**
 * Opens the bytes of a pack, in memory of one thread or of several. The work does not grow with the
 * number of files, but for one digest of the table that finds them. Throws a BrokenPackError for
 * bytes that are cut off or are no pack; a changed body is found by `verify`.
 */
export function openPack(bytes: Uint8Array<ArrayBufferLike>): Pack {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { sections, bodiesEnd } = findSections(all);
  const head = PackHead.parse(JSON.parse(sections.head.toString('utf8')));
  const names = openNames(sections.paths);
  const shows = openShows(sections.shows);

  const bytesAt = (start: number, length: number): Buffer => {
    if (start + length <= bodiesEnd) return all.subarray(start, start + length);
    throw new BrokenPackError('has an entry that points behind its bodies');
  };
  const member = (name: string): Buffer | undefined => {
    const found = head.members.find((one) => one.name === name);
    const body = found && bytesAt(found.start, found.bytes);
    if (!body || digestOf([body]).toString('base64url') === found.digest) return body;
    throw new BrokenPackError(`holds another ${name} than was written into it`);
  };
  const fileAt = (place: number): PackedFile<Buffer> => {
    const { entryStart, entryEnd, bodyStart } = rowAt(sections.rows, place);
    const entry = ManifestEntry.parse(
      JSON.parse(sections.entries.toString('utf8', entryStart, entryEnd)),
    );
    return { entry, bodies: bodiesOf(entry, bodyStart, bytesAt) };
  };

  return {
    meta: head.meta,
    size: names.size,
    member,
    get(path) {
      const place = names.placeOf(path);
      return place < 0 ? undefined : fileAt(place);
    },
    paths: () => names.all(),
    showing: (id) => shows.placesOf(id).map((place) => names.at(place)),
    verify() {
      for (const { name } of head.members) member(name);
      for (let place = 0; place < names.size; place++) verifyFile(fileAt(place));
    },
  };
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
export function verifyFile({ entry: { path, variants }, bodies }: PackedFile): void {
  for (const representation of REPRESENTATIONS) {
    const body = bodies[representation];
    if (!body || strongEtag(body) === variants[representation]?.etag) continue;
    throw new BrokenPackError(`holds another ${path} than was written into it`);
  }
}
