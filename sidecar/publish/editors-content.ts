import { checkDraft } from '#dataset/check/check-content.ts';
import { holdBackCopies } from '#dataset/check/hold-back-copies.ts';
import type { Content } from '#dataset/content.ts';
import { ContentError, type ContentProblem, isError, problemAt } from '#dataset/content-problem.ts';
import type { Origins } from '#dataset/dataset.ts';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { ContentFolder } from '#dataset/read/content-folder.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { readTombstones, type Tombstones } from '#dataset/read/read-tombstones.ts';
import type { ReleaseKey } from '#release/manifest.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { type StatedReviews, statedReviewsOf, type Vanished } from '#release/vanished-reviews.ts';
import type { Dirty } from './watch/debounce.ts';

/** The state of the editors' folder at one time. */
export type Reading =
  | {
      readonly content: Content;
      readonly key: ReleaseKey;
      readonly warnings: readonly ContentProblem[];
    }
  | {
      readonly content?: undefined;
      readonly held?: Vanished;
      readonly errors: readonly ContentProblem[];
    };

/** Decides if content is withheld, whatever errors it has; undefined if it is not. */
type Judge = (stated: StatedReviews) => Vanished | undefined;

/**
 * The editors' folder. Files that did not change are neither read nor parsed again. No stray file
 * beside those that are published stops their edits, or hides one of them.
 */
export class EditorsContent {
  readonly #at: string | Origins;
  readonly #folder: ContentFolder;
  readonly #now: (() => Date) | undefined;
  /** The paths of the published files by their digests; '' while they are unknown. */
  #published: ReadonlyMap<string, string>;
  /** The digests of copies of published files. */
  #heldBack: ReadonlySet<string> = new Set();

  /**
   * `now`: for warnings about dates in the future; published bytes must not depend on it.
   * `published`: the digests of the files of the reviews that are published at a start.
   */
  constructor(
    contentDir: string,
    at: string | Origins,
    disk: FileSystem = DISK,
    now?: () => Date,
    published: ReadonlySet<string> = new Set(),
  ) {
    this.#now = now;
    this.#at = at;
    this.#published = new Map([...published].map((digest) => [digest, '']));
    this.#folder = new ContentFolder(contentDir, disk);
  }

  /** Reads files that may have changed. Returns true if any did. Throws the system's error. */
  refresh({ paths, everything }: Dirty): boolean {
    // Even beside a scan, which trusts the system's facts about a file.
    const isRead = paths.size > 0 && this.#folder.refresh(paths);
    const isFound = everything && this.#folder.scan();
    return isFound || isRead;
  }

  /** Checks the whole folder as it was read last, unless `judge` withholds it. */
  check(judge: Judge = () => undefined): Reading {
    const { files, problems } = this.#folder;
    try {
      const judged = problems.map((one) =>
        this.#isLoss(one) ? problemAt(one.file, one, one.message) : one,
      );
      const { draft, copies } = holdBackCopies(parseContent(files, judged), {
        isPublished: (digest) => this.#published.has(digest),
        heldBack: this.#heldBack,
      });
      const stated = statedReviewsOf(draft);
      const held = stated && judge(stated);
      if (held) return { held, errors: [] };
      const { content, warnings } = checkDraft(draft, this.#now?.(), 'a warning');
      this.#heldBack = copies;
      const accepted = files.filter(({ digest }) => !copies.has(digest));
      this.#published = new Map(accepted.map(({ digest, path }) => [digest, path]));
      return { content, key: releaseKeyOf(files, this.#at), warnings };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { errors: error.problems.filter(isError) };
    }
  }

  /** True if a published review, or a folder of reviews, was here. */
  #isLoss(problem: ContentProblem): boolean {
    const { file } = problem;
    if (isError(problem) || !file.startsWith('reviews/')) return false;
    return this.#published.values().some((path) => path === file || path.startsWith(`${file}/`));
  }

  /** Returns the valid entries of removed.yaml, whatever is wrong elsewhere. */
  tombstones(): Tombstones {
    return readTombstones(this.#folder.files);
  }
}
