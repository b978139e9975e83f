import { type ContentProblem, formatProblem, isError } from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { decodeText } from '#dataset/read/decode-text.ts';
import { ParsedFolder } from '#dataset/read/parse-content.ts';
import { readContent } from '#dataset/read/read-content.ts';
import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { CommandError } from '../command.ts';

export type StoredFile = {
  readonly file: string;
  readonly text: string;
  readonly review: StoredReview;
};

/** A review file that cannot be read, with the ids it may hold and a problem. */
export type UnreadableFile = {
  readonly file: string;
  readonly ids: readonly string[];
  readonly problem: string;
};

/** What of a content folder commands look at, file by file: one may be wrong, and the others serve. */
export type StoredFolder = {
  /** Undefined where there is no business.yaml that can be read. */
  readonly business: StoredBusiness | undefined;
  readonly hasAspects: boolean;
  /** Those that reviews may be judged by. */
  readonly aspectIds: readonly string[];
  readonly technicians: readonly { readonly id: string; readonly names: readonly string[] }[];
  readonly files: readonly StoredFile[];
  readonly unreadable: readonly UnreadableFile[];
  readonly removedIds: ReadonlySet<string>;
  /** The texts of files by their paths: of those that are UTF-8, and of all reviews. */
  readonly texts: ReadonlyMap<string, string>;
  /** The errors that files have by themselves; that one is missing is none. */
  readonly errors: readonly ContentProblem[];
};

/** Reads a content folder. Throws a CommandError where the system itself fails. */
export function readStoredFolder(root: string): StoredFolder {
  const { files, problems: unread } = readFolder(root);
  const folder = new ParsedFolder();
  folder.update({ removed: [], added: files });
  const draft = folder.draft([...unread]);
  const texts = new Map(files.flatMap(textOf));
  const present = new Set([...files.map(({ path }) => path), ...unread.map(({ file }) => file)]);
  const errors = draft.problems.filter((problem) => isError(problem) && present.has(problem.file));
  return {
    business: draft.business?.value,
    // A file that cannot be read is there all the same.
    hasAspects: draft.aspects?.value.isChosen ?? true,
    aspectIds: (draft.aspects?.value.aspects ?? []).map(({ id }) => id),
    technicians: (draft.technicians?.value ?? []).map(({ id, name, aliases }) => ({
      id,
      names: [name, ...aliases],
    })),
    files: draft.reviews.map(({ file, value }) => ({
      file,
      review: value,
      text: texts.get(file) ?? '',
    })),
    unreadable: errors
      .filter(({ file }) => /^reviews\/.*\.md$/.test(file))
      .map((problem) => ({
        file: problem.file,
        ids: possibleIds(problem.file, texts.get(problem.file) ?? ''),
        problem: formatProblem(problem),
      })),
    removedIds: new Set(draft.removals?.value.map(({ id }) => id)),
    texts,
    errors,
  };
}

function readFolder(root: string): ReturnType<typeof readContent> {
  try {
    return readContent(root);
  } catch (error) {
    const fault = describeSystemFault(error);
    if (fault === undefined) throw error;
    throw new CommandError(`${root} cannot be read ${fault}. Nothing was done.`);
  }
}

/** The path and the text of a file. A review shows its id whatever is wrong with its characters. */
function textOf({ path, bytes }: ContentFile): [path: string, text: string][] {
  const decoded = decodeText(path, bytes);
  if ('text' in decoded) return [[path, decoded.text]];
  return path.startsWith('reviews/') ? [[path, new TextDecoder().decode(bytes)]] : [];
}

/** A broken file still shows its id, and that of its source, by its name or what looks like one. */
function possibleIds(file: string, text: string): string[] {
  const named = /(?:^|\/)\d{4}-\d{2}-\d{2}-([a-z0-9-]+)\.md$/.exec(file)?.[1];
  const stated = [...text.matchAll(/\bid:\s*["']?([^\s"',}]+)/g)].map(([, id]) => id);
  return [named, ...stated].filter((id) => id !== undefined);
}
