import type { Draft } from '#dataset/content.ts';
import { type ContentProblem, formatProblem, isError } from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { decodeText } from '#dataset/read/decode-text.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
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

/** A review file that cannot be read, with the ids it may contain and a problem. */
export type UnreadableFile = {
  readonly file: string;
  readonly ids: readonly string[];
  readonly problem: string;
};

/**
 * The parts of a content folder that commands read, file by file: one may be invalid while the
 * others are usable.
 */
export type StoredFolder = {
  /** Undefined if there is no readable business.yaml. */
  readonly business: StoredBusiness | undefined;
  readonly hasAspects: boolean;
  /** The aspects that may be judged in reviews. */
  readonly aspectIds: readonly string[];
  readonly technicians: readonly { readonly id: string; readonly names: readonly string[] }[];
  readonly files: readonly StoredFile[];
  readonly unreadable: readonly UnreadableFile[];
  readonly removedIds: ReadonlySet<string>;
  readonly texts: FileTexts;
  /** All files as they were parsed. */
  readonly draft: Draft;
  /** The errors of files by themselves; a missing file is not one. */
  readonly errors: readonly ContentProblem[];
};

/**
 * The texts of files by path: of those that are UTF-8, and of all reviews. A text is decoded on
 * demand, as hardly any of 100,000 reviews is. Throws a CommandError if the file has changed.
 */
class FileTexts {
  readonly #files: ReadonlyMap<string, ContentFile>;

  constructor(files: readonly ContentFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  get size(): number {
    return this.#files.size;
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  get(path: string): string | undefined {
    const file = this.#files.get(path);
    return file && textOf(path, bytesOf(file));
  }
}

function bytesOf(file: ContentFile): Uint8Array {
  try {
    return file.bytes;
  } catch (error) {
    throw new CommandError(`${file.path} was changed meanwhile; run this again.`, { cause: error });
  }
}

/**
 * Reads a content folder. With `releases`, it does not keep the bytes of reviews, whose texts are
 * then read again. Throws a CommandError if the system itself fails.
 */
export function readStoredFolder(root: string, releases = false): StoredFolder {
  const { files, problems: unread } = readFolder(root);
  const draft = parseContent(files, unread);
  if (releases) {
    for (const file of files) if (file.path.startsWith('reviews/')) file.releaseBytes();
  }
  const texts = new FileTexts(files);
  const present = new Set([...files.map(({ path }) => path), ...unread.map(({ file }) => file)]);
  const errors = draft.problems.filter((problem) => isError(problem) && present.has(problem.file));
  return {
    business: draft.business?.value,
    // A file that cannot be read still exists.
    hasAspects: draft.aspects?.value.isChosen ?? true,
    aspectIds: (draft.aspects?.value.aspects ?? []).map(({ id }) => id),
    technicians: (draft.technicians?.value ?? []).map(({ id, name, aliases }) => ({
      id,
      names: [name, ...aliases],
    })),
    files: draft.reviews.map(({ file, value }) => ({
      file,
      review: value,
      get text() {
        return texts.get(file) ?? '';
      },
    })),
    unreadable: errors
      .filter(({ file }) => /^reviews\/.*\.md$/s.test(file))
      .map((problem) => ({
        file: problem.file,
        ids: possibleIds(problem.file, texts.get(problem.file) ?? ''),
        problem: formatProblem(problem),
      })),
    removedIds: new Set(draft.removals?.value.map(({ id }) => id)),
    texts,
    draft,
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

/** A review shows its id whatever is wrong with its characters. */
function textOf(path: string, bytes: Uint8Array): string | undefined {
  const decoded = decodeText(path, bytes);
  if ('text' in decoded) return decoded.text;
  return path.startsWith('reviews/') ? new TextDecoder().decode(bytes) : undefined;
}

/**
 * A broken file still shows its id, and its source's, by its name or by lines that look like one.
 */
function possibleIds(file: string, text: string): string[] {
  const stated = [...frontOf(text).matchAll(/\bid:\s*["']?([^\s"',}]+)/g)].map(([, id]) => id);
  return [idInName(file), ...stated].filter((id) => id !== undefined);
}

/**
 * True if a broken file certainly belongs to a review: by its own id, or without one by its name.
 */
export function isOf(id: string, file: string, text: string): boolean {
  const stated = statedIds(text);
  return stated.length === 0 ? idInName(file) === id : stated.every((one) => one === id);
}

function idInName(file: string): string | undefined {
  return /(?:^|\/)\d{4}-\d{2}-\d{2}-([a-z0-9-]+)\.md$/.exec(file)?.[1];
}

/** Returns the ids that the first lines state at the left edge; a source's is indented. */
function statedIds(text: string): string[] {
  const lines = frontOf(text).split('\n');
  // After other lines the text may have begun, if the line between them is missing.
  const end = lines.findIndex((line) => !/^(?:\s+\S|["']?[\w-]+["']?\s*:|[#{}[\]-])/.test(line));
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line) => {
    const [, id] = /^["']?id["']?\s*:\s*["']?([^\s"'#]+)/.exec(line) ?? [];
    return id ?? [];
  });
}

/** Returns the part of a broken file that editors write: strangers write the text below it. */
function frontOf(text: string): string {
  const lines = text.replace(/^\s*\n/, '').split(/\r?\n/);
  const first = lines[0]?.trim() === '---' ? 1 : 0;
  const endAt = (isEnd: (line: string) => boolean) =>
    lines.findIndex((line, index) => index >= first && isEnd(line.trim()));
  const closing = first === 1 ? endAt((line) => line === '---') : -1;
  const end = closing >= 0 ? closing : endAt((line) => line === '' || line === '---');
  return lines.slice(first, end < 0 ? undefined : end).join('\n');
}
