import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatProblem } from '#dataset/content-problem.ts';
import { CommandError } from '../../command.ts';
import { readStoredFolder, type StoredFolder } from '../../content/stored-folder.ts';

/** The parts of a content folder that an import reads. */
export type StoredContent = Pick<StoredFolder, 'business' | 'files' | 'removedIds'> & {
  readonly draft: Pick<StoredFolder['draft'], 'technicians'>;
};

export const NO_CONTENT: StoredContent = {
  business: undefined,
  draft: { technicians: undefined },
  files: [],
  removedIds: new Set(),
};

/**
 * Reads a content folder; it is empty if it does not exist. Refuses one with a file that cannot be
 * read: dates could be wrong, or a review could come back, or come in twice.
 */
export function readStoredContent(root: string): StoredContent {
  if (!existsSync(root)) return NO_CONTENT;
  const stored = readStoredFolder(root);
  if (stored.errors.length === 0) return stored;
  const lines = stored.errors.map((problem) => formatProblem(problem, `${root}/`)).join('\n');
  throw new CommandError(`The content folder must be readable first; correct this:\n${lines}`);
}

/** The ids of the demo's reviews. */
const DEMO_REVIEWS: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, '../demo-reviews.yaml'), 'utf8').match(/\w+-\w{8}\b/g),
);

/** Refuses a folder with reviews of the demo: real ones would be published among them. */
export function refuseDemo(root: string, { files }: StoredContent): void {
  const count = files.filter(({ review }) => DEMO_REVIEWS.has(review.id)).length;
  if (count === 0) return;
  throw new CommandError(
    `${root} contains ${count} reviews of the demo's fictional firm. Yours would be published among them, so nothing was imported. Import into a folder of your own: pass --content my-content, or set CONTENT_DIR=my-content in .env for all commands`,
  );
}
