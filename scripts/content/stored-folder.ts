import type { Draft } from '#dataset/content.ts';
import { type ContentProblem, formatProblem, isError } from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { decodeText } from '#dataset/read/decode-text.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';

export type StoredFile = {
  readonly file: string;
  readonly text: string;
  readonly review: StoredReview;
};

/** A review file that cannot be read, with the ids that it may have, and its first problem. */
export type UnreadableFile = {
  readonly file: string;
  readonly ids: readonly string[];
  readonly problem: string;
};

/** A content folder as read file by file: one may be invalid while the others are usable. */
export type StoredFolder = {
  /** Undefined if there is no readable business.yaml. */
  readonly business: StoredBusiness | undefined;
  readonly files: readonly StoredFile[];
  readonly unreadable: readonly UnreadableFile[];
  /** The ids that removed.yaml takes down, even if parts of it are invalid. */
  readonly removedIds: ReadonlySet<string>;
  /** The texts of files by path: of those that are UTF-8, and of all reviews. */
  readonly texts: ReadonlyMap<string, string>;
  /** All files as they were parsed. */
  readonly draft: Draft;
  /** The errors of files by themselves; a missing file is not one. */
  readonly errors: readonly ContentProblem[];
};

export function readStoredFolder(root: string): StoredFolder {
  const { files, problems: unread } = readContent(root);
  const draft = parseContent(files, unread);
  const { removals, ids } = readTombstones(files);
  const texts = new Map(files.flatMap(readText));
  const textAt = (path: string) => texts.get(path) ?? '';
  const present = new Set([...files.map(({ path }) => path), ...unread.map(({ file }) => file)]);
  const errors = draft.problems.filter((problem) => isError(problem) && present.has(problem.file));
  const ofReviews = errors.filter(({ file }) => REVIEW.test(file));
  const broken = Map.groupBy(ofReviews, ({ file }) => file);
  return {
    business: draft.business?.value,
    files: draft.reviews.map(({ file, value: review }) => ({ file, text: textAt(file), review })),
    unreadable: [...broken].map(([file, problems]) => ({
      file,
      ids: possibleIds(file, textAt(file)),
      problem: problems.map((problem) => formatProblem(problem))[0] ?? '',
    })),
    removedIds: new Set([...removals.map(({ id }) => id), ...ids]),
    texts,
    draft,
    errors,
  };
}

const REVIEW = /^reviews\/.*\.md$/s;

/** Returns the text of a file, if it has one. A review shows its id even with invalid bytes. */
function readText({ path, bytes }: ContentFile): [string, string][] {
  const decoded = decodeText(path, bytes);
  if ('text' in decoded) return [[path, decoded.text]];
  return REVIEW.test(path) ? [[path, new TextDecoder().decode(bytes)]] : [];
}

/** Returns all ids that a broken file names, in its name or anywhere in its text. */
function possibleIds(file: string, text: string): string[] {
  const named = text.matchAll(/\bid["']?\s*:\s*["']?([^\s"',}]+)/g);
  return [idInName(file), ...Array.from(named, ([, id]) => id)].filter((id) => id !== undefined);
}

/**
 * True if a broken file certainly belongs to a review: by the id in the lines that editors write
 * above the text, or without one by its name. A source's id is indented, and does not count.
 */
export function isOf(id: string, file: string, text: string): boolean {
  const [, front = ''] = FRONT.exec(text) ?? [];
  const stated = Array.from(front.matchAll(OWN_ID), ([, own]) => own);
  return stated.length === 0 ? idInName(file) === id : stated.every((own) => own === id);
}

/** The lines that look like YAML, up to the first one that does not: there the text may begin. */
const FRONT =
  /^(?:\s*\n)?(?:---\s*\n)?((?:(?:[ \t]+\S|["']?[\w-]+["']?[ \t]*:|[#{}[\]]|-[ \t]).*(?:\n|$))*)/;
const OWN_ID = /^["']?id["']?\s*:\s*["']?([^\s"'#]+)/gm;

function idInName(file: string): string | undefined {
  return /(?:^|\/)\d{4}-\d{2}-\d{2}-([a-z0-9-]+)\.md$/.exec(file)?.[1];
}
