/**
 * The commands for a content folder: init creates one, cms its pages for
 * a browser; new, remove, restore, verify, reply and status are for daily work.
 *
 * main.ts runs the named one. Each reads the folder file by
 * file (stored-folder.ts), so that one invalid file does not keep a review
 * from being taken down; makes the new texts of the files, of reviews by review-file.ts and of
 * lists by lists/; and writes them by edit-folder.ts, file by file in edit-file.ts, while
 * folder-lock.ts keeps other processes out. history/ finds deleted files in git.
 *
 * Invariants: a command changes all of its files or none; everything else stays as editors
 * wrote it, including comments and order; a repeated call changes nothing; after a killed process,
 * a review is down that was to be taken down, or was not restored completely.
 */
import { checkReview } from '#dataset/check/check-review.ts';
import { ContentError, formatProblem, isError } from '#dataset/content-problem.ts';
import { findUnprintable } from '#dataset/read/decode-text.ts';
import { parseContentFile } from '#dataset/read/parse-content.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { describeUnsafe } from '#dataset/read/unsafe-text.ts';
import { inKib, isTextShort, MAX_TEXT_BYTES } from '#dataset/schema/content-limits.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { createDayOf, dayAfter, isLater } from '#dataset/zoned-day.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { countOf } from '../check/format-problems.ts';
import { CommandError, type World } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { readStoredFolder, type StoredFile, type StoredFolder } from './stored-folder.ts';

/** A content folder that a command works on. */
export type OpenFolder = StoredFolder & {
  readonly root: string;
  /** The current day at the business. */
  readonly today: string;
};

/**
 * Opens the folder that a call names, and reports which it is. Throws a CommandError if there is
 * none.
 */
export function openFolder(
  { content }: { readonly content: string | undefined },
  { readEnvironment, now, printError }: World,
): OpenFolder {
  const root = contentFolder(content, readEnvironment());
  printError(describeFolder(root));
  const stored = readStoredFolder(root);
  if (stored.texts.size === 0) {
    throw new CommandError(
      `${root} contains no content; name the folder that contains business.yaml (--content or CONTENT_DIR).`,
    );
  }
  const today = createDayOf(stored.business?.timeZone ?? 'UTC')(now);
  return { ...stored, root, today };
}

/**
 * Returns the fault of a date that a person gave, if any, as the check of the content reports it.
 */
export function faultOfDate(date: string, today: string): string | undefined {
  const { error } = CalendarDate.safeParse(date);
  if (error) return `${error.issues[0]?.message} (got "${date}")`;
  const tomorrow = dayAfter(today);
  return isLater(date, tomorrow) ? `must not be later than tomorrow, ${tomorrow}` : undefined;
}

/** Returns the date of a flag, or today. */
export function dayOfFlag(flag: string, date: string | undefined, today: string): string {
  const fault = date === undefined ? undefined : faultOfDate(date, today);
  if (fault !== undefined) throw new UsageError(`${flag} ${fault}.`);
  return date ?? today;
}

/**
 * Returns the fault of a text that a person gave, if it contains characters that published texts
 * may not.
 */
export function faultOfText(text: string): string | undefined {
  if (!isTextShort(text)) {
    const size = inKib(Buffer.byteLength(text));
    return `has ${size} and may have at most ${inKib(MAX_TEXT_BYTES)}; shorten it`;
  }
  const control = findUnprintable(text);
  if (control) return `contains a control character (${control.codePoint}); delete it`;
  return describeUnsafe(text)[0]?.message;
}

/** Refuses the text of a flag if it is invalid. */
export function refuseText(flag: string, text: string): void {
  const fault = faultOfText(text);
  if (fault !== undefined) throw new UsageError(`${flag} ${fault}.`);
}

/** Refuses the new text of a review if it has an error. Returns its warnings, one line each. */
export function checkReviewFile(file: string, text: string): string[] {
  const { located, problems } = parseContentFile(
    { path: file, bytes: Buffer.from(text) },
    parseReview,
  );
  const found = problems ?? checkReview(located);
  if (found.some(isError)) throw new ContentError(found);
  return found.map((problem) => formatProblem(problem));
}

/** Returns every id that a review has or had, so that no other may have it. */
export function knownIds({ files, unreadable, removedIds }: StoredFolder): ReadonlySet<string> {
  return new Set([
    ...files.map(({ review }) => review.id),
    ...unreadable.flatMap(({ ids }) => ids),
    ...removedIds,
  ]);
}

/** Returns the file of a review that exists once. */
export function findReview(
  { files }: StoredFolder,
  id: string,
  hintFor: (id: string) => string,
): StoredFile {
  const [found, ...others] = files.filter(({ review }) => review.id === id);
  if (!found) throw new CommandError(`no review has the id "${id}"${hintFor(id)}.`);
  if (others.length > 0) {
    const names = [found, ...others].map(({ file }) => file).join(' and ');
    throw new CommandError(`"${id}" is the id of ${names}; give each an id of its own.`);
  }
  return found;
}

/** Returns as many lines as a terminal shows well, and the number of the others. */
export function firstLines(lines: readonly string[], most = 10): string[] {
  const more = lines.length - most;
  return more > 1 ? [...lines.slice(0, most), `  and ${countOf(more, 'other')}`] : [...lines];
}
