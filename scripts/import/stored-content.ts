import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { assumedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { readStoredFolder, type StoredFolder } from '../content/stored-folder.ts';
import { ImportRefusal } from './import-refusal.ts';

/** The parts of a content folder that an import reads. */
export type StoredContent = Omit<StoredFolder, 'texts' | 'draft' | 'errors'>;

export const NO_CONTENT: StoredContent = {
  business: undefined,
  hasAspects: false,
  aspectIds: assumedAspects().value.aspects.map(({ id }) => id),
  technicians: [],
  files: [],
  unreadable: [],
  removedIds: new Set(),
};

/**
 * Reads a content folder; it is empty if it does not exist. Refuses if business.yaml or
 * removed.yaml cannot be read: dates would be wrong, or a review that was taken down would come
 * back.
 */
export function readStoredContent(root: string): StoredContent {
  if (!existsSync(root)) return NO_CONTENT;
  // An export may have as many reviews as are stored.
  const stored = readStoredFolder(root, true);
  const fatal = stored.errors.filter(
    ({ file }) =>
      file === 'business.yaml' ||
      file === 'removed.yaml' ||
      (!file.endsWith('.md') && /^(?:\.|reviews(?:\/.*)?)$/.test(file)),
  );
  if (fatal.length > 0) {
    const lines = fatal.map((problem) => formatProblem(problem, `${root}/`)).join('\n');
    throw new ImportRefusal(`The content folder must be readable first; correct this:\n${lines}`);
  }
  return stored;
}

/** The demo's business.yaml, recognized by any line that a real owner would not keep. */
export const DEMO_BUSINESS = {
  id: 'harbor-law',
  name: 'Harbor Injury Law',
  url: 'https://harborlaw.example/',
  feedAuthority: 'harborlaw.example,2026',
};

const DemoCodes = z.record(z.string(), z.string());

/** The ids of the demo's reviews. */
export const DEMO_REVIEWS: ReadonlySet<string> = new Set(
  Object.entries(
    DemoCodes.parse(parse(readFileSync(join(import.meta.dirname, 'demo-reviews.yaml'), 'utf8'))),
  ).flatMap(([source, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => `${source}-${code}`),
  ),
);

/**
 * Refuses a folder that is still the demo: real reviews would be published as a fictional firm's.
 */
export function refuseDemo(root: string, { business, files, unreadable }: StoredContent): void {
  const { name } = DEMO_BUSINESS;
  const isKept = (['id', 'name', 'url', 'feedAuthority'] as const).some(
    (key) => business?.[key] === DEMO_BUSINESS[key],
  );
  if (!isKept) return;
  const ids = [...files.map(({ review }) => review.id), ...unreadable.flatMap((one) => one.ids)];
  const count = new Set(ids.filter((id) => DEMO_REVIEWS.has(id))).size;
  if (count === 0) return;
  throw new ImportRefusal(
    `${root} contains the demo: lines of the business.yaml of the fictional ${name} and ${count} of its reviews. Yours would be published among them, so nothing was imported. Import into a folder of your own: pass --content my-content, or set CONTENT_DIR=my-content in .env for all commands`,
  );
}
