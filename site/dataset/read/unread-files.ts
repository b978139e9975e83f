import { basename, extname } from 'node:path';
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

const DOCUMENT = /^\.(?:docx?|odt|rtf|pdf|pages|html?|xlsx?|csv|eml|msg)$/i;
const IMAGE = /^\.(?:jpe?g|png|gif|webp|heic|avif|svg|bmp|tiff?)$/i;
const BACKUP = /^(?<name>.+?\.(?:md|ya?ml))(?:~|\.(?:bak|old|orig|rej|save|copy|txt)|~\d*)$/i;
const PLAIN = /^\.(?:md|markdown|mdown|mkdn?|mdx|txt|text|ya?ml)$/i;

/**
 * Returns the remedy for a file that is not read because its name is not one of content; undefined
 * for one that disturbs no reader. Besides reviews and the files with fixed names, a folder may
 * contain any file. `hasFile`: true for the names of the files beside it.
 */
export function describeUnread(path: string, hasFile: (name: string) => boolean) {
  const name = basename(path);
  const isReview = path.startsWith('reviews/');
  if (isPassedOver(path) || NOTES.test(path) || JUNK.test(name) || (!isReview && path !== name))
    return undefined;
  const backup = BACKUP.exec(name)?.groups?.name;
  if (backup !== undefined) {
    return hasFile(backup)
      ? `is not read, as it looks like a copy of ${backup}; delete it, or keep it outside the content folder`
      : `is not read, as its name does not end in ${extname(backup)}; rename it to ${backup} to publish it, or keep it outside the content folder`;
  }
  if (name.endsWith('~')) return undefined;
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  if (IMAGE.test(extension)) {
    return 'is not read: images are not published; delete it, or keep it outside the content folder';
  }
  if (isReview && DOCUMENT.test(extension)) {
    return `is not read: a review is a text file; save its text as ${stem}.md, below the keys`;
  }
  if (isReview && (PLAIN.test(extension) || extension === '')) {
    return `is not read: the name of a review ends in .md; rename it to ${stem}.md`;
  }
  return describeUnknown(PLAIN.test(extension) ? `${stem}.yaml` : path);
}

/** The remedy for a file at the top of the folder, or in another one, that is no content file. */
export function describeUnknown(path: string): string {
  const hint = didYouMean(path, NAMED_FILES);
  if (hint !== '') return `is not read: no such content file${hint}`;
  const remedy = path.startsWith('reviews/')
    ? 'the name of a review ends in .md'
    : path.endsWith('.md')
      ? 'move a review into reviews/, and anything else out of the content folder'
      : `move it out of the content folder, which has ${NAMED_FILES.join(', ')} and reviews/`;
  return `is not read: no such content file; ${remedy}`;
}
