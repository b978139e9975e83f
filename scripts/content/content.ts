/**
 * The commands for a content folder: init creates one, and cms its pages for a browser; new, verify,
 * reply, remove, restore and status are for daily work. confirm is for the STATE_DIR of a service.
 *
 * Daily work reads the folder file by file (stored-folder.ts), so that one invalid file keeps no
 * review from being taken down. edits/ edits all files, and history/ finds deleted ones in git.
 *
 * Invariants: a command changes all of its files or none; remove first adds a tombstone, and then
 * changes all others or none. Everything else stays as editors wrote it. A repeated call changes
 * nothing, except that new adds another review. After a killed process, a review is down that was
 * to be taken down, or was not restored completely.
 */
import { z } from 'zod';
import { checkReview } from '#dataset/check/check-review.ts';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { ContentError, formatProblem, isError, WHOLE_FOLDER } from '#dataset/content-problem.ts';
import { parseContentFile } from '#dataset/read/parse-content.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import { isCalendarDate } from '#dataset/schema/scalars.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createDayOf, dayAfter, isLater } from '#dataset/zoned-day.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import type { Ask } from '../ask.ts';
import { CommandError, type World } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { removeHidden } from '../import/rows/clean-text.ts';
import { countOf } from '../printed-text.ts';
import { editFolder, type FileEdit } from './edits/edit-folder.ts';
import { describeByHand, updateReview } from './edits/review-file.ts';
import { readStoredFolder, type StoredFile, type StoredFolder } from './stored-folder.ts';

/** A content folder that a command works on. */
export type OpenFolder = StoredFolder & {
  readonly root: string;
  /** The current day at the business. */
  readonly today: string;
};

/** Opens the folder that a call names, and reports which it is. Throws a CommandError without one. */
export function openFolder(
  { content }: { readonly content: string | undefined },
  { readEnvironment, now, printError }: World,
): OpenFolder {
  const root = contentFolder(content, readEnvironment());
  printError(describeFolder(root));
  const stored = readStoredFolder(root);
  if (stored.texts.size === 0) {
    const fault = stored.errors.find(({ file }) => file === WHOLE_FOLDER)?.message;
    const missing = `the folder ${root} contains no content; name the folder that contains business.yaml`;
    throw new CommandError(`${fault ?? `${missing} (--content or CONTENT_DIR)`}.`);
  }
  return { ...stored, root, today: createDayOf(stored.business?.timeZone ?? 'UTC')(now) };
}

/** Returns the schema of dates that a person gives. */
export function dateUntil(today: string) {
  const isDue = (date: string) => isCalendarDate(date) && !isLater(date, dayAfter(today));
  return z.string().refine(isDue, `must be a date such as ${today}, and not after tomorrow`);
}

/** Returns the date of a flag, or today. */
export function dayOfFlag(flag: string, date: string | undefined, today: string): string {
  return checkFlag(flag, dateUntil(today), date ?? today);
}

/** Returns a value as its schema reads it. Throws a UsageError if it is invalid. */
export function checkFlag<Value>(flag: string, schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UsageError(`${flag} ${error.issues[0]?.message}.`);
  return data;
}

/** A question about a value that a call may state, as a flag. */
type Question<Value> = Parameters<Ask['text']>[0] & {
  readonly name: string;
  readonly given: string | undefined;
  readonly schema: z.ZodType<Value>;
};

/** Returns an answer. Characters that no review may have are deleted, which is reported. */
export async function readAnswer<Value>(
  { ask, printError }: Pick<World, 'ask' | 'printError'>,
  { name, given, schema, isLong = name === 'text', ...question }: Question<Value>,
): Promise<Value> {
  const check = (text: string) => schema.safeParse(removeHidden(text)).error?.issues[0]?.message;
  const said = given ?? (await ask?.text({ ...question, check, isLong })) ?? question.initial;
  if (said === undefined) throw new UsageError(`--${name} is missing.`);
  const text = removeHidden(said);
  const count = [...said.replaceAll('\r\n', '\n')].length - [...text].length;
  if (count > 0) printError(`Deleted from the ${name}: ${countOf(count, 'invisible character')}.`);
  return checkFlag(`--${name}`, schema, text);
}

/** Returns the edit of the file of a review. Refuses a notation in which that is not safe. */
export function editReview(stored: StoredFile, review: StoredReview): FileEdit {
  const edited = updateReview(stored, review);
  if (edited) return { file: stored.file, before: stored.text, ...edited };
  throw new CommandError(`${describeByHand(stored, review)}\nNothing was changed.`);
}

/** Writes the file of a review, unless it has an error. Returns its warnings, one line each. */
export function saveReview({ root }: OpenFolder, edit: FileEdit, isDry: boolean): string[] {
  const file = { path: edit.file, bytes: Buffer.from(edit.text ?? '') };
  const { located, problems } = parseContentFile(file, parseReview);
  const found = problems ?? checkReview(located);
  if (found.some(isError)) throw new ContentError(found);
  if (!isDry) editFolder(root, [edit]);
  return found.map((problem) => formatProblem(problem));
}

/** Returns every id that a review has or had, so that no other may have it. */
export function knownIds({ files, unreadable, removedIds }: StoredFolder): ReadonlySet<string> {
  const present = files.map(({ review }) => review.id);
  return new Set([...present, ...unreadable.flatMap(({ ids }) => ids), ...removedIds]);
}

/** Returns the file of a review. Throws a CommandError if there is none. */
export function findReview({ files, unreadable }: StoredFolder, id: string): StoredFile {
  const found = files.find(({ review }) => review.id === id);
  if (found) return found;
  const broken = unreadable.find(({ ids }) => ids.includes(id))?.problem;
  const ids = files.map(({ review }) => review.id);
  const hint = broken === undefined ? didYouMean(id, ids) : `; this file may be it: ${broken}`;
  throw new CommandError(`no review has the id "${id}"${hint}. Nothing was changed.`);
}

/** Returns a part of a report: at most ten lines below a title, or none without any. */
export function section(title: string, lines: readonly string[]): string[] {
  const more = lines.length > 10 ? [`and ${countOf(lines.length - 10, 'other')}`] : [];
  const shown = [...lines.slice(0, 10), ...more].map((line) => `  ${line}`);
  return lines.length === 0 ? [] : ['', title, ...shown];
}
