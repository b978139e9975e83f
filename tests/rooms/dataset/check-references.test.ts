import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import {
  BUSINESS,
  type Files,
  filesOf,
  problemsOf,
  reviewText,
} from '../../support/content-files.ts';
import { assertFaults } from './assert-faults.ts';

const COPY = 'delete this entry if it is a copy, or give it its own id only if it is another one';
const BOTH = 'delete one of the two';

for (const [file, entry] of [
  ['technicians.yaml', '{ id: twice, name: A, jobTitle: B }'],
  ['services.yaml', '{ id: twice, name: A }'],
  ['service-areas.yaml', '{ id: twice, name: A }'],
  ['aspects.yaml', '{ id: twice, name: A, description: B, terms: [c] }'],
  ['removed.yaml', '{ id: twice, dateRemoved: 2026-10-01, reason: spam }'],
] as const) {
  test(`an id given twice in ${file} is refused`, () => {
    assert.deepEqual(problemsOf({ [file]: `- ${entry}\n\n- ${entry}\n` }), [
      `${file}:3:9 error id: "twice" is taken by ${file}:1; ${file === 'removed.yaml' ? BOTH : COPY}`,
    ]);
  });
}

const reviewWith = (changes: Readonly<Record<string, string>>) => ({
  'reviews/a.md': reviewText(changes),
});
const DEFINITIONS = {
  'technicians.yaml': '- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner }',
  'services.yaml': '- { id: car-accident, name: Car accident }',
  'service-areas.yaml': '- { id: fairhaven, name: Fairhaven }',
  'aspects.yaml': '- { id: communication, name: Communication, description: B, terms: [c] }',
};
const REMOVED = { 'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }' };
const faq = (evidence: string) => ({
  'faq.yaml': `- { id: fee, question: A, answer: B, dateModified: 2026-10-01, evidence: [${evidence}] }`,
});
const summary = (...findings: readonly (readonly [aspect: string, evidence: string])[]) => ({
  'summary.md': `---\nheadline: A\nauthor: B\ndateModified: 2026-10-01\nstrengths:\n${findings
    .map(([aspect, id]) => `  - { text: C, aspect: ${aspect}, evidence: [${id}] }\n`)
    .join('')}---\nText.\n`,
});
const inA = (problem: string) => `reviews/a.md:${problem}`;
const inB = (problem: string) => `reviews/b.md:${problem}`;
const WITHHELD = '{ status: withheld, reason: spam, date: 2026-10-06 }';

const CASES: Readonly<Record<string, readonly [Files, ...string[]]>> = {
  'an id that three reviews share': [
    { 'reviews/a.md': reviewText(), 'reviews/b.md': reviewText(), 'reviews/c.md': reviewText() },
    inB('2:5 error id: "review-1" is taken by reviews/a.md:2; delete this file if'),
    'reviews/c.md:2:5 error id: "review-1" is taken by reviews/a.md:2',
  ],
  'the file of a removed review': [
    { ...reviewWith({ id: 'gone-1' }), ...REMOVED },
    inA(
      '2:5 warning id: is listed in removed.yaml, so the review is not published; delete this file',
    ),
  ],
  'a change before the review': [
    reviewWith({ dateModified: '2026-10-02' }),
    inA('8:15 error dateModified: is earlier than datePublished, 2026-10-03'),
  ],
  'a changed reply before the reply': [
    reviewWith({ ownerReply: '{ text: A, datePublished: 2026-10-05, dateModified: 2026-10-04 }' }),
    inA('8:65 error ownerReply.dateModified: is earlier than ownerReply.datePublished, 2026-10-05'),
  ],
  'a name or alias that two technicians share': [
    {
      'technicians.yaml':
        '- { id: daniel-r, name: Daniel R, jobTitle: A, aliases: [Danny] }\n- { id: daniel-o, name: Daniel O, jobTitle: A, aliases: [DANNY] }',
    },
    'technicians.yaml:2:58 error aliases.0: "DANNY" also means daniel-r; give each its own names',
  ],
  'an undefined service where there are none': [
    reviewWith({ services: '[probate]' }),
    inA('8:12 error services: "probate" is not defined in services.yaml'),
  ],
  'an undefined place': [
    { ...DEFINITIONS, ...reviewWith({ serviceAreas: '[fair-haven]' }) },
    inA('8:16 error serviceAreas: "fair-haven" is not defined in service-areas.yaml'),
  ],
  'an undefined aspect': [
    { ...DEFINITIONS, ...reviewWith({ aspects: '{ comunication: positive }' }) },
    inA('8:26 error aspects: "comunication" is not defined in aspects.yaml (did you mean "communi'),
  ],
  'evidence that readers could not look up': [
    {
      'reviews/a.md': reviewText(),
      'reviews/b.md': reviewText({ id: 'review-held', verification: WITHHELD }),
      'reviews/c.md': reviewText({ id: 'review-new', verification: '{ status: pending }' }),
      ...faq('review-1, revew-1, review-held, review-new, other-one'),
    },
    'faq.yaml:1:85 error evidence: no review has the id "revew-1" (did you mean "review-1"?)',
    'faq.yaml:1:94 error evidence: review "review-held" is withheld, so that readers could not look',
    'faq.yaml:1:107 error evidence: review "review-new" is pending, so that readers could not look',
    'faq.yaml:1:119 error evidence: no review has the id "other-one"',
  ],
  'evidence that is removed': [
    { ...REMOVED, ...faq('gone-1') },
    'faq.yaml:1:75 warning evidence: review "gone-1" is removed and is left out',
  ],
  'a finding of the summary without a defined aspect or evidence': [
    { ...DEFINITIONS, ...summary(['comunication', 'no-such-review']) },
    'summary.md:6:24 error aspect: "comunication" is not defined in aspects.yaml (did you mean "com',
    'summary.md:6:49 error evidence: no review has the id "no-such-review"',
  ],
  // What uses a broken file is not blamed for it.
  'a broken file of technicians': [
    { 'technicians.yaml': '- id: maria-lopez\n', ...reviewWith({ technicians: '[maria-lopez]' }) },
    'technicians.yaml:1:3 error name of "maria-lopez": is missing; add it as name: NAME (the full name)',
    'technicians.yaml:1:3 error jobTitle of "maria-lopez": is missing; add',
  ],
  'a broken file of aspects': [
    { 'aspects.yaml': 'nonsense', ...reviewWith({ aspects: '{ staff: positive }' }) },
    'aspects.yaml:1:1 error the file must be a list or a group of keys (got "nonsense")',
  ],
  'a broken review that is evidence': [
    { ...reviewWith({ rating: '7' }), ...faq('review-1') },
    inA('5:9 error rating: must be at most 5 (got 7)'),
  ],
  'a broken file of removals': [
    { 'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: no }', ...faq('gone-1') },
    'removed.yaml:1:50 error reason of "gone-1": must be one of author-request, personal-data',
  ],
};
for (const [what, [files, ...problems]] of Object.entries(CASES)) {
  test(`${what} is reported where it stands`, () => assertFaults(problemsOf(files), problems));
}

const SUMMARY = summary(['staff', 'review-1'], ['compasion', 'review-1']);
const FILES = {
  'business.yaml': BUSINESS,
  'reviews/a.md': reviewText({ aspects: '{ staff: positive, compassion: positive }' }),
  'reviews/b.md': reviewText({ id: 'review-2', aspects: '{ staff: negative }' }, 'They forgot me.'),
  ...SUMMARY,
};

test('without aspects.yaml the general list holds, and others are left out with a warning', () => {
  const { content, warnings } = checkContent(filesOf(FILES));
  assert.deepEqual({ aspects: content.aspects, others: content.others }, shippedList('general'));
  const lacks = 'without an aspects.yaml the list "general" is used, which does not have it';
  assert.deepEqual(
    warnings.map((problem) => formatProblem(problem)),
    [
      inA(`8:41 warning aspects: "compassion" is left out: ${lacks}`),
      `summary.md:7:24 warning aspect: "compasion" is left out: ${lacks}`,
    ],
  );
  const judged = content.reviews.map(({ aspects }) => aspects);
  assert.deepEqual(judged, [{ staff: 'positive' }, { staff: 'negative' }]);
  assert.deepEqual(content.summary?.strengths.map(({ aspect }) => aspect).join(), 'staff');
});
