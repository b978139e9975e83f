import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, reviewText } from '../../support/content-files.ts';

const DEFINITIONS = {
  'technicians.yaml': '- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner }',
  'services.yaml': '- { id: car-accident, name: Car accident }',
  'service-areas.yaml': '- { id: fairhaven, name: Fairhaven }',
  'aspects.yaml': '- { id: communication, name: Communication, description: B, terms: [c] }',
};

const faq = (evidence: string) =>
  `- id: fees\n  question: A?\n  answer: B.\n  evidence: ${evidence}\n  dateModified: 2026-10-01\n`;

const summary = (aspect: string, evidence: string) =>
  `---\nheadline: A\nauthor: B\ndateModified: 2026-10-01\nstrengths:\n  - text: C\n    aspect: ${aspect}\n    evidence: ${evidence}\n---\nText.\n`;

for (const [key, written, problem] of [
  [
    'technicians',
    '[maria-lopez, maria-lopes]',
    '8:28 error technicians: "maria-lopes" is not defined in technicians.yaml (did you mean "maria-lopez"?)',
  ],
  ['services', '[probate]', '8:12 error services: "probate" is not defined in services.yaml'],
  [
    'serviceAreas',
    '[fair-haven]',
    '8:16 error serviceAreas: "fair-haven" is not defined in service-areas.yaml (did you mean "fairhaven"?)',
  ],
  [
    'aspects',
    '{ comunication: positive }',
    '8:26 error aspects: "comunication" is not defined in aspects.yaml (did you mean "communication"?)',
  ],
] as const) {
  test(`an undefined name in ${key} is refused, with a hint`, () => {
    assert.deepEqual(
      problemsOf({ ...DEFINITIONS, 'reviews/a.md': reviewText({ [key]: written }) }),
      [`reviews/a.md:${problem}`],
    );
  });
}

test('a list whose file is missing defines nothing', () => {
  assert.deepEqual(problemsOf({ 'reviews/a.md': reviewText({ services: '[probate]' }) }), [
    'reviews/a.md:8:12 error services: "probate" is not defined in services.yaml',
  ]);
});

test('the reviews that evidence names must be there to look up', () => {
  const verification = '{ status: withheld, reason: spam, date: 2026-10-06 }';
  assert.deepEqual(
    problemsOf({
      'reviews/a.md': reviewText(),
      'reviews/b.md': reviewText({ id: 'review-held', verification }),
      'reviews/c.md': reviewText({ id: 'review-new', verification: '{ status: pending }' }),
      'faq.yaml': faq('[review-1, revew-1, review-held, review-new, other-one]'),
    }),
    [
      'faq.yaml:4:24 error evidence: no review has the id "revew-1" (did you mean "review-1"?)',
      'faq.yaml:4:33 error evidence: review "review-held" is withheld, so that readers could not look it up',
      'faq.yaml:4:46 error evidence: review "review-new" is pending, so that readers could not look it up',
      'faq.yaml:4:58 error evidence: no review has the id "other-one"',
    ],
  );
});

test('evidence that is removed is a warning', () => {
  const removed = { 'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }' };
  assert.deepEqual(problemsOf({ ...removed, 'faq.yaml': faq('[gone-1]') }), [
    'faq.yaml:4:14 warning evidence: review "gone-1" is removed and is left out',
  ]);
});

test('a finding of the summary needs a defined aspect and evidence', () => {
  assert.deepEqual(
    problemsOf({ ...DEFINITIONS, 'summary.md': summary('comunication', '[no-such-review]') }),
    [
      'summary.md:7:13 error aspect: "comunication" is not defined in aspects.yaml (did you mean "communication"?)',
      'summary.md:8:16 error evidence: no review has the id "no-such-review"',
    ],
  );
});

for (const [file, broken, users] of [
  [
    'technicians.yaml',
    '- id: maria-lopez\n',
    { 'reviews/a.md': reviewText({ technicians: '[maria-lopez]' }) },
  ],
  ['aspects.yaml', 'nonsense', { 'reviews/a.md': reviewText({ aspects: '{ staff: positive }' }) }],
  ['reviews/a.md', reviewText({ rating: '7' }), { 'faq.yaml': faq('[review-1]') }],
  [
    'removed.yaml',
    '- { id: gone-1, dateRemoved: 2026-10-01, reason: nope }',
    { 'faq.yaml': faq('[gone-1]') },
  ],
] as const) {
  test(`what uses a broken ${file} is not blamed for it`, () => {
    const problems = problemsOf({ [file]: broken, ...users });
    assert.ok(problems.length > 0);
    for (const problem of problems) assert.match(problem, new RegExp(`^${file}:`));
  });
}
