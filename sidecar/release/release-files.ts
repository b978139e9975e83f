import { artifactAt } from '#artifacts/catalog.ts';
import type { Removal } from '#dataset/dataset.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { PageSet } from './page-set.ts';

/** How the pages that are served differ from the data: pages are built seconds later. */
export type PageLag = {
  /** Reviews that are published no more and whose words are still on some page. */
  readonly withdrawn: readonly string[];
  /** Published reviews that have no page yet. */
  readonly pending: readonly string[];
};

/** Pages that show exactly the reviews that are published. */
export const NO_LAG: PageLag = { withdrawn: [], pending: [] };

/** Why nothing is served at a path: taken down for good, or not built yet. */
export type Absence = 'gone' | 'building';

type Parts = {
  readonly data: ReadonlyMap<string, PublishedFile>;
  /** Undefined until the first pages are built. */
  readonly pages: PageSet | undefined;
  readonly lag: PageLag;
  readonly removed: readonly Removal[];
};

/** The files of one release: its data, and the pages as far as they may be shown. */
export type ReleaseFiles = {
  /** The data files, without pages. */
  readonly data: ReadonlyMap<string, PublishedFile>;
  /** The file at a path, if it may be served. */
  get(path: string): PublishedFile | undefined;
  /** Why there is no file at a path; undefined where nothing was ever meant to be. */
  absenceOf(path: string): Absence | undefined;
};

/** A review that was taken down is in none of the files, also where a page still shows it. */
export function createReleaseFiles({ data, pages, lag, removed }: Parts): ReleaseFiles {
  const withheld = new Set(lag.withdrawn.flatMap((id) => pages?.showing(id) ?? []));
  const withdrawn = new Set(lag.withdrawn.map(permalinkOf));
  const pending = new Set(lag.pending.map(permalinkOf));
  const gone = new Set(removed.map(({ id }) => permalinkOf(id)));
  return {
    data,
    get: (path) => data.get(path) ?? (withheld.has(path) ? undefined : pages?.get(path)),
    absenceOf(path) {
      if (gone.has(path)) return 'gone';
      if (withdrawn.has(path)) return undefined;
      if (withheld.has(path) || pending.has(path)) return 'building';
      return pages || artifactAt(path) || isApi(path) ? undefined : 'building';
    },
  };
}

function permalinkOf(id: string): string {
  return `/reviews/${id}/`;
}

function isApi(path: string): boolean {
  return ['/api/', '/.well-known/', '/mcp/'].some((room) => path.startsWith(room));
}
