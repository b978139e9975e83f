import { EditedSearchIndex } from '#query/search-index/edited-search-index.ts';
import { SearchIndex } from '#query/search-index/search-index.ts';
import type { PackedFile } from '#release/pack.ts';
import { openPack } from '#release/pack.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';
import { idsIn, pageLagOf } from '../release/page-lag.ts';
import { createPageSet } from '../release/page-set.ts';
import { createRelease, type Release, type ReleaseParts } from '../release/release.ts';
import type { PageLag } from '../release/release-files.ts';
import type { Searchable } from '../search/search.ts';
import type { DataMessage, RebuildMessage, SearchMessage } from './messages.ts';

/** An index, and the release whose reviews it holds. */
type Base = { readonly ordinal: number; readonly index: Promise<SearchIndex> };

/** A release as it is loaded from disk: its index holds exactly its reviews. */
export type InitialParts = ReleaseParts & { readonly index: Promise<SearchIndex> };

/** Puts releases together from what the rebuild thread hands over, each whole. */
export class ReleaseReceiver {
  #parts: ReleaseParts | undefined;
  #base: Base | undefined;

  /** `initial` is what was loaded at the start, if anything was. */
  constructor(initial: InitialParts | undefined) {
    this.#parts = initial;
    this.#base = initial && { ordinal: initial.ordinal, index: initial.index };
  }

  /** Whether a release is searched through an index of exactly its reviews. */
  isIndexed(ordinal: number): boolean {
    return this.#base?.ordinal === ordinal;
  }

  /** The release to be served from now on; undefined where a message changes nothing about it. */
  receive(message: RebuildMessage): Release | undefined {
    const parts = this.#partsAfter(message);
    if (!parts) return undefined;
    this.#parts = parts;
    return createRelease(parts);
  }

  #partsAfter(message: RebuildMessage): ReleaseParts | undefined {
    const parts = this.#parts;
    if (message.type === 'data') return this.#partsOf(message);
    if (message.type === 'index') {
      const index = Promise.resolve(new SearchIndex(message.index));
      this.#base = { ordinal: message.ordinal, index };
      return parts?.ordinal === message.ordinal ? { ...parts, index } : undefined;
    }
    if (message.type === 'codings') {
      if (parts?.ordinal !== message.ordinal) return undefined;
      const coded = new Map(message.files.map((file) => [file.entry.path, file]));
      const data = parts.data.map((file) => {
        const whole = coded.get(file.path);
        return whole ? prepare(whole, parts.key.baseUrl) : file;
      });
      return { ...parts, data };
    }
    if (message.type === 'pages' && parts) {
      const pages = createPageSet(openPack(message.pack), parts.key.baseUrl);
      return { ...parts, pages, lag: message.lag };
    }
    return undefined;
  }

  #partsOf(message: DataMessage): ReleaseParts {
    const { ordinal, key, files, search, ...data } = message;
    return {
      ordinal,
      key,
      data: files.map((file) => prepare(file, key.baseUrl)),
      pages: this.#parts?.pages,
      lag: this.#lagOf(message),
      corpus: data.corpus,
      index: this.#indexOf(search, ordinal),
      removed: data.removed,
      technicians: data.technicians,
    };
  }

  /** A thread that was started again may know other pages than those that are shown, or none. */
  #lagOf({ lag, pagesOrdinal, corpus }: DataMessage): PageLag {
    const pages = this.#parts?.pages;
    if (!pages || pages.ordinal === pagesOrdinal) return lag;
    return pageLagOf(pages.ids(), idsIn(corpus));
  }

  #indexOf(search: SearchMessage, ordinal: number): Promise<Searchable> {
    if (search.base === undefined) {
      const index = Promise.resolve(new SearchIndex(search.index));
      this.#base = { ordinal, index };
      return index;
    }
    const { edits } = search;
    if (this.#base?.ordinal !== search.base) {
      return Promise.reject(new Error(`There is no index of release ${search.base}.`));
    }
    const { index } = this.#base;
    return edits ? index.then((base) => new EditedSearchIndex(base, edits)) : index;
  }
}

function prepare({ entry, bodies }: PackedFile, baseUrl: string): PublishedFile {
  const { identity, br, zstd, gzip } = bodies;
  return preparePublishedFile(
    entry,
    {
      identity: view(identity),
      ...(br && { br: view(br) }),
      ...(zstd && { zstd: view(zstd) }),
      ...(gzip && { gzip: view(gzip) }),
    },
    baseUrl,
  );
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
