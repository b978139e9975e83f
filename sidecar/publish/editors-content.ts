import { ContentChecker } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import { ContentError, type ContentProblem, isError } from '#dataset/content-problem.ts';
import {
  type Dataset,
  Datasets,
  type EditedDataset,
  type Takedown,
  takeDown,
} from '#dataset/dataset.ts';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { ContentFolder } from '#dataset/read/content-folder.ts';
import { readTombstones, type Tombstones } from '#dataset/read/read-tombstones.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { type Analysed, EarlierAnalyses } from '#insights/annotation/earlier-analyses.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import type { ReleaseKey } from '#release/manifest.ts';
import { keyOfContent } from '#release/release-key.ts';
import { type StatedReviews, statedReviewsOf, type Vanished } from '#release/vanished-reviews.ts';
import { explainReading } from './describe-fault.ts';
import type { Dirty } from './watch/debounce.ts';

/** What the editors' folder says at one time. */
export type Reading =
  | (EditedDataset & {
      /** What the dataset was made of, unpublished reviews as well. */
      readonly content: Content;
      readonly key: ReleaseKey;
      /** The paths of files that changed since it was right last, in their order. */
      readonly files: readonly string[];
      readonly warnings: readonly ContentProblem[];
    })
  | {
      readonly dataset?: undefined;
      readonly held?: Vanished;
      readonly errors: readonly ContentProblem[];
    };

/** Decides if content is held back, whatever errors it has; undefined if it is not. */
type Judge = (stated: StatedReviews) => Vanished | undefined;

/** What was checked and published of the folder so far. */
type Kept = { readonly checker: ContentChecker; readonly datasets: Datasets };

/** The editors' folder, read edit by edit; what did not change is neither read nor parsed. */
export class EditorsContent {
  readonly #contentDir: string;
  readonly #baseUrl: string;
  readonly #folder: ContentFolder;
  readonly #earlier: EarlierAnalyses;
  readonly #now: (() => Date) | undefined;
  /** Undefined where all is to be made again. */
  #kept: Kept | undefined;
  /** The files that changed since the content was right last. */
  readonly #edited = new Set<string>();

  /**
   * `readBefore`: reads what was published before; called at most once. `now`: for warnings of dates
   * in the future; what is published must not depend on it.
   */
  constructor(
    contentDir: string,
    baseUrl: string,
    readBefore: () => Analysed | undefined = () => undefined,
    disk: FileSystem = DISK,
    now?: () => Date,
  ) {
    this.#now = now;
    this.#contentDir = contentDir;
    this.#baseUrl = baseUrl;
    this.#folder = new ContentFolder(contentDir, disk);
    this.#earlier = new EarlierAnalyses(readBefore);
  }

  /** Reads what may have changed. Returns whether anything did. Throws a ReadingFault. */
  refresh({ paths, everything }: Dirty): boolean {
    try {
      const isFound = everything && this.#folder.scan();
      // Also beside a scan, which trusts what the system says of a file.
      const isRead = paths.size > 0 && this.#folder.refresh(paths);
      return isFound || isRead;
    } catch (error) {
      throw explainReading(this.#contentDir, error);
    }
  }

  /**
   * Checks the whole folder as it was read last, unless `judge` holds it back. The edit of its reviews
   * starts at the last check without errors.
   */
  check(judge: Judge = () => undefined): Reading {
    const { files, problems, digest } = this.#folder;
    const edit = this.#folder.takeEdit();
    const kept = this.#kept ?? this.#begin();
    const isNew = kept !== this.#kept;
    // At first all are new.
    const edited = isNew ? [] : [...edit.removed, ...edit.added];
    for (const { path } of edited) this.#edited.add(path);
    // Where this fails for any other reason than the content, what is kept may be half edited.
    this.#kept = undefined;
    try {
      kept.checker.update(isNew ? { removed: [], added: files } : edit);
      const stated = statedReviewsOf(kept.checker.draft(problems));
      const held = stated && judge(stated);
      if (held) {
        this.#kept = kept;
        return { held, errors: [] };
      }
      const { content, warnings, edit: stored } = kept.checker.check(problems, this.#now?.());
      const made = kept.datasets.update(content, stored);
      // From here on each analysis is remembered with its review.
      this.#earlier.forget();
      this.#kept = kept;
      const changed = [...this.#edited].sort(compareTexts);
      this.#edited.clear();
      return {
        ...made,
        files: changed,
        content,
        key: keyOfContent(digest, this.#baseUrl),
        warnings,
      };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.#kept = kept;
      return { errors: error.problems.filter(isError) };
    } finally {
      // What reviews say was parsed, and is all that is asked for again.
      for (const file of edit.added) if (file.path.endsWith('.md')) file.letGo();
    }
  }

  /** Prepares in the background what the next edit needs. */
  prepare(): void {
    unpackModel();
  }

  /** What removed.yaml says, whatever is wrong elsewhere, and as far as it is right itself. */
  tombstones(): Tombstones {
    return readTombstones(this.#folder.files);
  }

  /**
   * What was right last, or where nothing was yet what is served, without the removed reviews: a
   * removal is published even while other files are wrong.
   */
  takeDown(takedown: Takedown, served: Dataset): EditedDataset {
    const made = this.#kept?.datasets.takeDown(takedown);
    return made ?? { dataset: takeDown(served, takedown), edit: 'everything' };
  }

  #begin(): Kept {
    const createAnnotate = this.#earlier.reuseFor(createAnnotator());
    return {
      checker: new ContentChecker('a warning'),
      datasets: new Datasets(this.#baseUrl, createAnnotate),
    };
  }
}
