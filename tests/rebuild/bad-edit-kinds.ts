import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_REVIEW_BYTES } from '#dataset/read-content.ts';
import { BUSINESS, type Files, reviewText } from '../support/content-files.ts';
import { sampleReview } from '../support/sample-content.ts';

/** No answer of the service may hold this, since it stands only in what is wrong. */
export const UNPUBLISHED = 'Neverpublished';

export const REVIEW = 'reviews/2026/10/2026-10-03-review-1.md';

/** Content that is right, of which every edition differs. */
export function goodContent(edition: number): Files {
  return {
    'business.yaml': BUSINESS.replace('Harbor Law', `Harbor edition-${edition}.`),
    'technicians.yaml': '- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner }\n',
    'aspects.yaml': '- { id: staff, name: Staff, description: A, terms: [informed] }\n',
    'faq.yaml': faq('review-1'),
    'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }\n',
    ...sampleReview('review-1', '2026-10-03', { technicians: '[maria-lopez]' }),
    ...sampleReview('review-2', '2026-10-02'),
    ...sampleReview('review-3', '2026-10-01'),
  };
}

function faq(evidence: string): string {
  return `- { id: fees, question: Fees?, answer: Fair., evidence: [${evidence}], dateModified: 2026-10-01 }\n`;
}

/** A way to break a content folder, and what the editor is told, behind the path of the folder. */
export type BadEdit = {
  readonly what: string;
  readonly make: (contentDir: string) => void;
  readonly told: RegExp;
  /** Why it cannot be tried here. */
  readonly skip?: string | false;
};

const save =
  (path: string, content: string | Uint8Array) =>
  (contentDir: string): void =>
    writeFileSync(join(contentDir, path), content);
const saveReview = (changes: Readonly<Record<string, string | undefined>>, body = UNPUBLISHED) =>
  save(REVIEW, reviewText({ id: 'review-1', ...changes }, body));
const atReview = (place: string, message: string) =>
  new RegExp(`/${REVIEW.replaceAll('.', '\\.')}:${place} error ${message}`);
const replace =
  (path: string, put: (place: string) => void) =>
  (contentDir: string): void => {
    rmSync(join(contentDir, path), { recursive: true, force: true });
    put(join(contentDir, path));
  };

const IN_A_FILE: readonly BadEdit[] = [
  {
    what: 'an unknown key',
    make: saveReview({ ratng: '5' }),
    told: atReview('8:1', 'ratng: is not a known key .did you mean "rating"'),
  },
  {
    what: 'an id that another review has',
    make: saveReview({ id: 'review-2' }),
    told: /:2:5 error id: "review-2" is taken by reviews\/.*give each its own id/,
  },
  {
    what: 'a date that does not exist',
    make: saveReview({ datePublished: '2026-02-30' }),
    told: atReview('4:16', 'datePublished'),
  },
  {
    what: 'a technician whom nobody knows',
    make: saveReview({ technicians: '[maria-lopes]' }),
    told: atReview('8:15', 'technicians: .*did you mean "maria-lopez"'),
  },
  {
    what: 'a rating outside one to five',
    make: saveReview({ rating: '7' }),
    told: atReview('5:9', 'rating: .*\\(got 7\\)'),
  },
  {
    what: 'a missing key',
    make: saveReview({ author: undefined }),
    told: atReview('2:1', 'author'),
  },
  {
    what: 'a change before the review',
    make: saveReview({ dateModified: '2026-10-02' }),
    told: atReview('8:15', 'dateModified: lies before datePublished'),
  },
  {
    what: 'bytes that are not UTF-8',
    make: save(REVIEW, Buffer.from(reviewText({}, `${UNPUBLISHED} Zoë`), 'latin1')),
    told: atReview('9:\\d+', 'is not valid UTF-8 here; save the file'),
  },
  {
    what: 'a control character',
    make: saveReview({}, `${UNPUBLISHED}\u000b`),
    told: atReview('9:15', 'holds a control character .*; delete it'),
  },
  {
    what: 'a file of many megabytes',
    make: save(REVIEW, reviewText({}, UNPUBLISHED.repeat(MAX_REVIEW_BYTES))),
    told: atReview('1:1', 'is [\\d,]+ KiB large; a file of this kind may have 256 KiB at most'),
  },
  {
    what: 'a review without front matter',
    make: save(REVIEW, `${UNPUBLISHED}\n`),
    told: atReview('1:1', 'has no front matter; begin the file'),
  },
  {
    what: 'YAML that does not end',
    make: save('technicians.yaml', `- { id: ${UNPUBLISHED}, name: [`),
    told: /technicians\.yaml:1:\d+ error is not valid YAML/,
  },
  {
    what: 'an alias',
    make: saveReview({ name: '*great*' }),
    told: atReview('8:7', 'is not valid YAML: .* is an alias, .*put quotes around'),
  },
  {
    what: 'a tag',
    make: saveReview({ name: '!Great lawyer' }),
    told: atReview('8:7', 'is not valid YAML'),
  },
  {
    what: 'a business at no web address',
    make: save('business.yaml', BUSINESS.replace('https://', 'ftp://')),
    told: /business\.yaml:4:6 error url/,
  },
  {
    what: 'evidence that does not exist',
    make: save('faq.yaml', faq(`review-1, ${UNPUBLISHED.toLowerCase()}`)),
    told: /faq\.yaml:1:\d+ error evidence: no review has the id/,
  },
  {
    what: 'evidence that is withheld',
    make: saveReview({
      verification: '{ status: withheld, reason: spam, date: 2026-10-06 }',
    }),
    told: /faq\.yaml:1:\d+ error evidence: review "review-1" is withheld/,
  },
  {
    what: 'a name that two technicians share',
    make: save(
      'technicians.yaml',
      ['maria-lopez', 'marie-lopez']
        .map((id) => `- { id: ${id}, name: Maria Lopez, jobTitle: Partner }\n`)
        .join(''),
    ),
    told: /technicians\.yaml:2:\d+ error name: "Maria Lopez" also means maria-lopez; give each/,
  },
  {
    what: 'a tombstone without a known reason',
    make: save('removed.yaml', '- { id: review-1, dateRemoved: 2026-10-01, reason: dislike }\n'),
    told: /removed\.yaml:1:\d+ error 0\.reason/,
  },
  {
    what: 'a summary without front matter',
    make: save('summary.md', `${UNPUBLISHED}\n`),
    told: /summary\.md:1:1 error has no front matter/,
  },
  {
    what: 'a list of many megabytes',
    make: save('faq.yaml', Buffer.alloc(16 * 1024 * 1024 + 1, '#')),
    told: /faq\.yaml:1:1 error is 16,385 KiB large/,
  },
];

const OF_THE_FOLDER: readonly BadEdit[] = [
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
    told: /\/\.:1:1 error the content folder .* does not exist; set CONTENT_DIR/,
  },
  {
    what: 'a folder of another name',
    make: (contentDir) => renameSync(contentDir, `${contentDir}-aside`),
    told: /\/\.:1:1 error the content folder .* does not exist; set CONTENT_DIR/,
  },
  {
    what: 'a file in the place of the folder',
    make: (contentDir) => {
      rmSync(contentDir, { recursive: true });
      writeFileSync(contentDir, UNPUBLISHED);
    },
    told: /\/\.:1:1 error is not a folder; name the folder that holds business\.yaml/,
  },
];

/** Every kind of edit that content checking refuses. */
export const BAD_EDITS: readonly BadEdit[] = [...IN_A_FILE, ...OF_THE_FOLDER];
