import type { Manifest, ReleaseKey } from '#artifacts/manifest.ts';
import type { Pack } from '#release/pack.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';

/** The pages of a release as they are served, and all that comes with them: styles, the icon. */
export type PageSet = {
  /** The ordinal of the data release that the pages were made from. */
  readonly ordinal: number;
  readonly key: ReleaseKey;
  get(path: string): PublishedFile | undefined;
  /** The reviews that have a page here. */
  ids(): ReadonlySet<string>;
  /** The paths of the pages that show something of a review, its own included. */
  showing(id: string): readonly string[];
};

/** So many pages are kept as they were last sent; one more and the oldest is prepared again. */
export const MAX_PREPARED_PAGES = 10_000;

/**
 * The pages of a pack. A page is prepared when it is first asked for, so that a new set costs the
 * event loop nothing, however many pages it has. Throws where the pack is not one of pages.
 */
export function createPageSet(
  pack: Pack,
  baseUrl: string,
  mostPrepared = MAX_PREPARED_PAGES,
): PageSet {
  const { ordinal, key } = ReleaseHead.parse(pack.meta);
  const prepared = new Map<string, PublishedFile>();
  let known: ReadonlySet<string> | undefined;
  return {
    ordinal,
    key,
    get(path) {
      const kept = prepared.get(path);
      if (kept) return kept;
      const found = pack.get(path);
      if (!found) return undefined;
      const file = preparePublishedFile(found.entry, found.bodies, baseUrl);
      const [oldest] = prepared.keys();
      if (prepared.size >= mostPrepared && oldest !== undefined) prepared.delete(oldest);
      prepared.set(path, file);
      return file;
    },
    ids() {
      known ??= reviewsAmong(pack.paths());
      return known;
    },
    showing: (id) => pack.showing(id),
  };
}

/** The pages of a release that lies in a folder and was read whole. */
export function createPageSetOfFiles(
  { ordinal, key, entries }: Manifest,
  files: readonly PublishedFile[],
): PageSet {
  const byPath = new Map(files.map((file) => [file.path, file]));
  let known: ReadonlySet<string> | undefined;
  return {
    ordinal,
    key,
    get: (path) => byPath.get(path),
    ids() {
      known ??= reviewsAmong([...byPath.keys()]);
      return known;
    },
    showing: (id) =>
      entries.flatMap(({ path, shows }) => (shows?.includes(id) && byPath.has(path) ? [path] : [])),
  };
}

const PERMALINK = /^\/reviews\/([^/]+)\/$/;

/** The ids of the reviews whose permalink is among some paths. */
export function reviewsAmong(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => PERMALINK.exec(path)?.[1] ?? []));
}
