import { existsSync } from 'node:fs';
import { formatProblem, isError } from '#dataset/content-problem.ts';
import { decodeText } from '#dataset/decode-text.ts';
import { createContentParser } from '#dataset/parse-content.ts';
import { type ContentFile, readContent } from '#dataset/read-content.ts';
import type { StoredBusiness } from '#dataset/stored-business.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import { ImportRefusal } from './import-refusal.ts';

/** A review file that can be read. */
export type StoredFile = {
  readonly file: string;
  readonly text: string;
  readonly review: StoredReview;
};

/** A review file that cannot be read, with the ids it may hold and the first problem. */
export type UnreadableFile = {
  readonly file: string;
  readonly ids: readonly string[];
  readonly problem: string;
};

/** What of a content folder an import looks at. */
export type StoredContent = {
  /** Undefined where there is no business.yaml yet. */
  readonly business: StoredBusiness | undefined;
  readonly hasAspects: boolean;
  readonly files: readonly StoredFile[];
  readonly unreadable: readonly UnreadableFile[];
  readonly removedIds: ReadonlySet<string>;
};

export const NO_CONTENT: StoredContent = {
  business: undefined,
  hasAspects: false,
  files: [],
  unreadable: [],
  removedIds: new Set(),
};

/**
 * Reads a content folder, or nothing where it does not exist. Refuses where business.yaml or
 * removed.yaml cannot be read: dates would be wrong, or a review taken down would come back.
 */
export function readStoredContent(root: string): StoredContent {
  if (!existsSync(root)) return NO_CONTENT;
  const { files, problems: unread } = readFolder(root);
  const draft = createContentParser()(files, []);
  const problems = [...unread, ...draft.problems].filter(isError);
  const hasBusiness = [...files, ...unread.map(({ file }) => ({ path: file }))].some(
    ({ path }) => path === 'business.yaml',
  );
  const fatal = problems.filter(
    ({ file }) =>
      (file === 'business.yaml' && hasBusiness) ||
      file === 'removed.yaml' ||
      (!file.endsWith('.md') && /^(?:\.|reviews(?:\/.*)?)$/.test(file)),
  );
  if (fatal.length > 0) {
    const lines = fatal.map((problem) => formatProblem(problem, `${root}/`)).join('\n');
    throw new ImportRefusal(`The content folder must be readable first; correct this:\n${lines}`);
  }
  const texts = new Map(files.map((file) => [file.path, textOf(file)]));
  return {
    business: draft.business?.value,
    // A file that cannot be read is there all the same.
    hasAspects: draft.aspects?.value.isChosen ?? true,
    files: draft.reviews.map(({ file, value }) => ({
      file,
      review: value,
      text: texts.get(file) ?? '',
    })),
    unreadable: problems
      .filter(({ file }) => /^reviews\/.*\.md$/.test(file))
      .map((problem) => ({
        file: problem.file,
        ids: possibleIds(problem.file, texts.get(problem.file) ?? ''),
        problem: formatProblem(problem),
      })),
    removedIds: new Set(draft.removals?.value.map(({ id }) => id)),
  };
}

function readFolder(root: string): ReturnType<typeof readContent> {
  try {
    return readContent(root);
  } catch (error) {
    const fault = describeSystemFault(error);
    if (fault === undefined) throw error;
    throw new ImportRefusal(`${root} cannot be read ${fault}. Nothing was imported.`);
  }
}

function textOf({ path, bytes }: ContentFile): string {
  const decoded = decodeText(path, bytes);
  return 'text' in decoded ? decoded.text : '';
}

/** A broken file still tells its id, and that of its source, by its name or by what looks like one. */
function possibleIds(file: string, text: string): string[] {
  const named = /(?:^|\/)\d{4}-\d{2}-\d{2}-([a-z0-9-]+)\.md$/.exec(file)?.[1];
  const stated = [...text.matchAll(/\bid:\s*["']?([^\s"',}]+)/g)].map(([, id]) => id);
  return [named, ...stated].filter((id) => id !== undefined);
}
