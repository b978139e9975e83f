import { CODINGS } from '#artifacts/encoder.ts';
import type { PublishedFile } from '../http/published-file.ts';

/** Measured overhead of a page: 2 kB of the allocator, 4 kB of heap for handles and tags. */
const OVERHEAD_BYTES = 6 * 1024;

/** A page as it was rendered from the release with an ordinal. */
export type Page = {
  readonly ordinal: number;
  readonly status: number;
  readonly file: PublishedFile;
};

type Entry = { readonly page: Page; readonly bytes: number };

/** An LRU cache of rendered pages by their keys, each of one release, bounded in bytes. */
export class PageMemo {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The page with a key, if it was rendered from the release with this ordinal. */
  get(ordinal: number, key: string): Page | undefined {
    const entry = this.#entries.get(key);
    if (entry?.page.ordinal !== ordinal) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.page;
  }

  /** The page with a key with this entity tag, of whatever release: its codings are the same, too. */
  findSame(key: string, etag: string): PublishedFile | undefined {
    const file = this.#entries.get(key)?.page.file;
    return file?.identity.etag === etag ? file : undefined;
  }

  /** Remembers a page, unless the one of a newer release is remembered. */
  set(key: string, page: Page): void {
    const before = this.#entries.get(key);
    if (before && before.page.ordinal > page.ordinal) return;
    const bytes = sizeOf(page.file);
    if (before) this.#forget(key, before);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { page, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, { bytes }: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= bytes;
  }
}

function sizeOf({ identity, coded }: PublishedFile): number {
  const bodies = [identity, ...CODINGS.map((coding) => coded.get(coding))];
  return bodies.reduce((sum, variant) => sum + (variant?.length ?? 0), OVERHEAD_BYTES);
}
