import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atReview, type BadEdit, saveReview, UNPUBLISHED } from './bad-edit.ts';
import { goodContent, REVIEW } from './good-content.ts';

/** Puts something else in the place of a file. */
const replace =
  (path: string, put: (place: string) => void) =>
  (contentDir: string): void => {
    rmSync(join(contentDir, path), { recursive: true, force: true });
    put(join(contentDir, path));
  };

/** Edits after which files are not where they were, or are none. */
export const BAD_FOLDERS: readonly BadEdit[] = [
  {
    what: 'a folder in the place of a file',
    make: replace('business.yaml', (place) => mkdirSync(place)),
    told: /business\.yaml:1:1 error is missing; create it with at least id/,
  },
  {
    what: 'a link out of the folder',
    make: replace(REVIEW, (place) => symlinkSync('/etc/hostname', place)),
    told: atReview('1:1', 'is a link out of the content folder; copy the file'),
  },
  {
    what: 'a link to nowhere',
    make: replace(REVIEW, (place) => symlinkSync('nowhere.md', place)),
    told: atReview('1:1', 'cannot be read \\(ENOENT\\); check that it exists'),
  },
  {
    what: 'links in a circle',
    make: replace(REVIEW, (place) => symlinkSync(place, place)),
    told: atReview('1:1', 'cannot be read \\(ELOOP\\); check that it exists'),
  },
  {
    what: 'a pipe',
    make: replace(REVIEW, (place) => execFileSync('mkfifo', [place])),
    told: atReview('1:1', 'is not a regular file'),
    skip: process.platform === 'win32' && 'there are no pipes here',
  },
  {
    what: 'a file that may not be read',
    make: (contentDir) => {
      saveReview({})(contentDir);
      chmodSync(join(contentDir, REVIEW), 0o000);
    },
    told: atReview('1:1', 'cannot be read \\(EACCES\\); check that it exists and who may read it'),
    skip: process.getuid?.() === 0 && 'NOT TESTED: root may read everything',
  },
  {
    what: 'no business.yaml',
    make: (contentDir) => rmSync(join(contentDir, 'business.yaml')),
    told: /business\.yaml:1:1 error is missing; create it with at least id/,
  },
  {
    what: 'an empty folder',
    make: (contentDir) => {
      for (const path of Object.keys(goodContent(0))) rmSync(join(contentDir, path));
    },
    told: /business\.yaml:1:1 error is missing; create it with at least id/,
  },
  {
    what: 'no folder',
    make: (contentDir) => rmSync(contentDir, { recursive: true }),
    told: /^The content folder .* does not exist; name the folder .*\.$/,
  },
  {
    what: 'a folder of another name',
    make: (contentDir) => renameSync(contentDir, `${contentDir}-aside`),
    told: /^The content folder .* does not exist; name the folder .*\.$/,
  },
  {
    what: 'a file in the place of the folder',
    make: (contentDir) => {
      rmSync(contentDir, { recursive: true });
      writeFileSync(contentDir, UNPUBLISHED);
    },
    told: /^The content folder .* is not a folder; name the folder that holds business\.yaml\.$/,
  },
];
