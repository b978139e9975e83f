import { holdBackCopies } from '#dataset/check/hold-back-copies.ts';
import type { Draft } from '#dataset/content.ts';
import { type ContentProblem, isError, problemAt } from '#dataset/content-problem.ts';
import type { FileOnDisk } from '#dataset/read/content-file.ts';
import { parseContent } from '#dataset/read/parse-content.ts';

/**
 * The files that are published: no stray file beside them stops their edits, or hides one of them.
 */
export class PublishedFiles {
  readonly #before: ReadonlySet<string>;
  /** The files that were accepted last, including copies; undefined before there were any. */
  #files: readonly FileOnDisk[] | undefined;
  /** The digests of copies among the files that were parsed last, and among those accepted. */
  #copies: ReadonlySet<string> = new Set();
  #heldBack: ReadonlySet<string> = new Set();

  /** `before`: the digests of the release that is served at the start. */
  constructor(before: ReadonlySet<string>) {
    this.#before = before;
  }

  /** Parses a folder without the copies of published reviews. */
  parse(files: readonly FileOnDisk[], problems: readonly ContentProblem[]): Draft {
    const judged = problems.map((one) =>
      this.#isLoss(one) ? problemAt(one.file, one, one.message) : one,
    );
    const isPublished = (digest: string) => this.#isPublished(digest);
    const earlier = { isPublished, heldBack: this.#heldBack };
    const { draft, copies } = holdBackCopies(parseContent(files, judged), earlier);
    this.#copies = copies;
    return draft;
  }

  /** Records the files that were parsed last as published. */
  accept(files: readonly FileOnDisk[]): void {
    this.#files = files;
    this.#heldBack = this.#copies;
  }

  #isPublished(digest: string): boolean {
    if (!this.#files) return this.#before.has(digest);
    return !this.#heldBack.has(digest) && this.#files.some((file) => file.digest === digest);
  }

  /** True if a published review, or a folder of reviews, was here. */
  #isLoss(problem: ContentProblem): boolean {
    const { file } = problem;
    if (isError(problem) || !file.startsWith('reviews/')) return false;
    return (
      this.#files?.some(
        ({ path, digest }) =>
          (path === file || path.startsWith(`${file}/`)) && !this.#heldBack.has(digest),
      ) ?? false
    );
  }
}
