import { MAX_MARKDOWN_BYTES, MAX_YAML_BYTES } from '#dataset/content-limits.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { atReview, type BadEdit, save, saveReview, UNPUBLISHED } from './bad-edit.ts';
import { faqText, REVIEW } from './good-content.ts';

/** Edits that leave something wrong in a file. */
export const BAD_FILES: readonly BadEdit[] = [
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
    what: 'a text that turns round what follows',
    make: saveReview({}, `${UNPUBLISHED} \u202e`),
    told: atReview('9:16', 'the text holds U\\+202E .right-to-left override.*; delete it'),
  },
  {
    what: 'a text of marks',
    make: saveReview({}, `${UNPUBLISHED}${'\u0301\u0323'.repeat(16_000)}`),
    told: atReview('9:45', 'the text holds more than 30 combining marks in a row; delete'),
  },
  {
    what: 'a text that is too long',
    make: saveReview({}, UNPUBLISHED.repeat(5_000)),
    told: atReview('9:1', 'the text has 69 KiB and may have 64 KiB at most; shorten it'),
  },
  {
    what: 'thousands of unknown keys',
    make: saveReview(
      Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`key${index}`, 'x'])),
    ),
    told: atReview('56:1', 'more is wrong with this file; mend these 49 problems first'),
  },
  {
    what: 'a file of many megabytes',
    make: save(REVIEW, reviewText({}, UNPUBLISHED.repeat(MAX_MARKDOWN_BYTES))),
    told: atReview('1:1', 'is [\\d,]+ KiB large; a file of this kind may have 321 KiB at most'),
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
    make: save('faq.yaml', faqText(`review-1, ${UNPUBLISHED.toLowerCase()}`)),
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
    make: save('faq.yaml', Buffer.alloc(MAX_YAML_BYTES + 1, '#')),
    told: /faq\.yaml:1:1 error is 1,025 KiB large/,
  },
];
