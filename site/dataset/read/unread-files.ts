import { basename } from 'node:path';
import { didYouMean } from '#dataset/check/nearest-name.ts';

/*
 * Files of the content folder that are not content. Those that editors and programs keep there are
 * passed over; of any other, an editor may believe that it is published.
 */

/** The files with fixed names, at the top of the folder. All but the first are optional. */
export const NAMED_FILES: readonly string[] = [
  'business.yaml',
  'technicians.yaml',
  'services.yaml',
  'service-areas.yaml',
  'aspects.yaml',
  'faq.yaml',
  'summary.md',
  'removed.yaml',
];

const CONTENT_NAME = /\.(?:ya?ml|md)$/;

/** JSON Schemas, and the files of a content management system. */
const FOLDERS = /^(?:schema|admin)(?:\/|$)/;

/** Notes of editors to each other. */
const NOTES = /^licen[cs]e(?:\.\w+)?$|(?:^|\/)readme(?:\.\w+)?$/i;

/** Files that systems and programs leave: folder views, locks, drafts of downloads, backups. */
const JUNK =
  /^(?:\..*|thumbs\.db|desktop\.ini|icon\r|~\$.*|#.*#|.*\.(?:tmp|temp|swp|swo|part|crdownload|lock))$/i;

/** Returns true if a path, and everything below it, is passed over silently. */
export function isPassedOver(path: string): boolean {
  return path.startsWith('.') || path.includes('/.') || FOLDERS.test(path);
}

/** Returns true if the name of a file is one of content. */
export function isContentName(path: string): boolean {
  return CONTENT_NAME.test(path) && !NOTES.test(path);
}

/**
 * Returns the remedy for a file that is not read because its name is not one of content; undefined
 * for one that disturbs no reader. Besides reviews and the files with fixed names, a folder may
 * contain any file.
 */
export function describeUnread(path: string): string | undefined {
  const name = basename(path);
  const isReview = path.startsWith('reviews/');
  const isOther = isPassedOver(path) || NOTES.test(path) || JUNK.test(name);
  return isOther || (!isReview && path !== name) ? undefined : describeUnknown(path);
}

/** The remedy for a file at the top of the folder, or in another one, that is no content file. */
export function describeUnknown(path: string): string {
  const hint = didYouMean(path, NAMED_FILES);
  const remedy = path.startsWith('reviews/')
    ? 'a review is a text file whose name ends in .md; rename it, or move it out of the content folder'
    : path.endsWith('.md')
      ? 'move a review into reviews/, and anything else out of the content folder'
      : `move it out of the content folder, which has ${NAMED_FILES.join(', ')} and reviews/`;
  return `is not read: no such content file${hint || `; ${remedy}`}`;
}
