import { lstatSync, type Stats } from 'node:fs';
import { relative, sep } from 'node:path';

/** The files that readContent (site/dataset/read/read-content.ts) reads. */
const CONTENT_NAME = /\.(?:ya?ml|md)$/;

/** A name below the root that begins with a dot; the root's own path may contain such. */
const HIDDEN = /(?:^|\/)\./;

/** What is watched below a folder: content files, folders, links; nothing hidden. */
export class ContentFilter {
  readonly #root: string;
  readonly #foldersAndLinks = new Set<string>();
  #hasLinks = false;

  constructor(root: string) {
    this.#root = root;
  }

  /** Whether a link was ever seen. Where there are links, a file may be read by several paths. */
  get hasLinks(): boolean {
    return this.#hasLinks;
  }

  /** A path below the root as readContent writes it; empty for the root itself. */
  pathOf(place: string): string {
    return relative(this.#root, place).replaceAll(sep, '/');
  }

  /** Whether readContent would read what is at a path, if it is a file. */
  isContent(path: string): boolean {
    return CONTENT_NAME.test(path) && !HIDDEN.test(path);
  }

  /** Called by chokidar, with `stats` where it has them. */
  ignores(place: string, stats?: Stats): boolean {
    const path = this.pathOf(place);
    if (path === '') return false;
    if (HIDDEN.test(path)) return true;
    const isFolderOrLink = stats
      ? stats.isDirectory() || stats.isSymbolicLink()
      : this.#foldersAndLinks.has(place);
    if (isFolderOrLink) {
      this.#foldersAndLinks.add(place);
      if (stats?.isSymbolicLink()) this.#hasLinks = true;
      return false;
    }
    if (CONTENT_NAME.test(path)) return false;
    // For an editor's temporary file chokidar would list the whole folder before it turns to the
    // file that was saved: 20 ms at 1,000 files, 90 ms at 10,000.
    return stats !== undefined || !isThereAsFolderOrLink(place);
  }
}

function isThereAsFolderOrLink(place: string): boolean {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  return stat !== undefined && (stat.isDirectory() || stat.isSymbolicLink());
}
