import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewText } from '../../support/content-files.ts';
import { REVIEW } from './good-content.ts';

/** A way to break a content folder, and what the editor is told, behind the path of the folder. */
export type BadEdit = {
  readonly what: string;
  readonly make: (contentDir: string) => void;
  readonly told: RegExp;
  /** Why it cannot be tried here. */
  readonly skip?: string | false;
};

/** No answer of the service may hold this, since it stands only in what is wrong. */
export const UNPUBLISHED = 'Neverpublished';

/** Saves a file so. */
export function save(path: string, content: string | Uint8Array): BadEdit['make'] {
  return (contentDir) => writeFileSync(join(contentDir, path), content);
}

/** Saves the first review with changes, an undefined key is left out, and such a text. */
export function saveReview(
  changes: Readonly<Record<string, string | undefined>>,
  body = UNPUBLISHED,
): BadEdit['make'] {
  return save(REVIEW, reviewText({ id: 'review-1', ...changes }, body));
}

/** What is told of a place, `line:column`, of the first review. */
export function atReview(place: string, message: string): RegExp {
  return new RegExp(`/${REVIEW.replaceAll('.', '\\.')}:${place} error ${message}`);
}
