import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { Content } from '#dataset/content.ts';
import { ContentFolder } from '#dataset/content-folder.ts';
import { ContentError, type ContentProblem, isError } from '#dataset/content-problem.ts';
import { createDatasetMaker, type Dataset } from '#dataset/dataset.ts';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { createContentChecker } from '#dataset/load-content.ts';
import type { StoredRemoval } from '#dataset/stored-editorial.ts';
import { parseRemovals } from '#dataset/take-down.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { type Analysed, EarlierAnalyses } from '#insights/earlier-analyses.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import { createKeyMaker } from '#release/release-key.ts';
import { explainReading } from './describe-fault.ts';
import type { Dirty } from './watch/debounce.ts';

/** What the editors' folder says at one time. */
export type Reading =
  | {
      readonly dataset: Dataset;
      /** What the dataset was made of, unpublished reviews as well. */
      readonly content: Content;
      readonly key: ReleaseKey;
      readonly warnings: readonly ContentProblem[];
    }
  | { readonly dataset?: undefined; readonly errors: readonly ContentProblem[] };

/** The editors' folder, read again and again; what did not change is neither read nor parsed. */
export class EditorsContent {
  readonly #contentDir: string;
  readonly #folder: ContentFolder;
  readonly #check = createContentChecker();
  readonly #earlier: EarlierAnalyses;
  readonly #makeDataset: (content: Parameters<ReturnType<typeof createDatasetMaker>>[0]) => Dataset;
  readonly #makeKey: ReturnType<typeof createKeyMaker>;

  /** `readBefore`: reads what was published before; called at most once. */
  constructor(
    contentDir: string,
    baseUrl: string,
    readBefore: () => Analysed | undefined = () => undefined,
    disk: FileSystem = DISK,
  ) {
    this.#contentDir = contentDir;
    this.#folder = new ContentFolder(contentDir, disk);
    this.#earlier = new EarlierAnalyses(readBefore);
    this.#makeDataset = createDatasetMaker(baseUrl, this.#earlier.reuseFor(createAnnotator()));
    this.#makeKey = createKeyMaker(baseUrl);
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

  /** Checks what was read last, as a whole. */
  check(): Reading {
    const { files, problems } = this.#folder;
    try {
      const { content, warnings } = this.#check(files, problems);
      const dataset = this.#makeDataset(content);
      // From here on each analysis is remembered with its review.
      this.#earlier.forget();
      return { dataset, content, key: this.#makeKey(files), warnings };
    } catch (error) {
      if (error instanceof ContentError) return { errors: error.problems.filter(isError) };
      throw error;
    } finally {
      this.#folder.letGoOfReviews();
    }
  }

  /** Makes ready what the next edit needs, while nobody waits. */
  prepare(): void {
    unpackModel();
  }

  /** What removed.yaml says, whatever is wrong elsewhere; undefined where it is wrong itself. */
  removals(): readonly StoredRemoval[] | undefined {
    return parseRemovals(this.#folder.files, this.#folder.problems);
  }
}
