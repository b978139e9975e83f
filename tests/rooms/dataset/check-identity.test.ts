import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, reviewText } from '../../support/content-files.ts';

for (const [file, entry] of [
  ['technicians.yaml', '{ id: twice, name: A, jobTitle: B }'],
  ['services.yaml', '{ id: twice, name: A }'],
  ['service-areas.yaml', '{ id: twice, name: A }'],
  ['aspects.yaml', '{ id: twice, name: A, description: B, terms: [c] }'],
  ['removed.yaml', '{ id: twice, dateRemoved: 2026-10-01, reason: spam }'],
] as const) {
  test(`an id that stands twice in ${file} is refused`, () => {
    assert.deepEqual(problemsOf({ [file]: `- ${entry}\n\n- ${entry}\n` }), [
      `${file}:3:9 error id: "twice" is taken by ${file}:1; give each its own id`,
    ]);
  });
}

test('an id that three reviews share is refused in the second and the third', () => {
  assert.deepEqual(
    problemsOf({
      'reviews/a.md': reviewText(),
      'reviews/b.md': reviewText(),
      'reviews/c.md': reviewText(),
    }),
    [
      'reviews/b.md:2:5 error id: "review-1" is taken by reviews/a.md:2; give each its own id',
      'reviews/c.md:2:5 error id: "review-1" is taken by reviews/a.md:2; give each its own id',
    ],
  );
});

test('the file of a removed review is a warning', () => {
  assert.deepEqual(
    problemsOf({
      'reviews/a.md': reviewText(),
      'removed.yaml': '- { id: review-1, dateRemoved: 2026-10-01, reason: spam }',
    }),
    ['reviews/a.md:2:5 warning id: stands in removed.yaml and is not published; delete this file'],
  );
});

for (const [rule, changes, problem] of [
  [
    'a change before the review',
    { dateModified: '2026-10-02' },
    '8:15 error dateModified: lies before datePublished 2026-10-03',
  ],
  [
    'a reply before the review',
    { ownerReply: '{ text: Thanks, datePublished: 2026-10-02 }' },
    "8:44 error ownerReply.datePublished: lies before the review's 2026-10-03",
  ],
  [
    'a changed reply before the reply',
    { ownerReply: '{ text: Thanks, datePublished: 2026-10-05, dateModified: 2026-10-04 }' },
    '8:70 error ownerReply.dateModified: lies before its datePublished 2026-10-05',
  ],
] as const) {
  test(`${rule} is refused`, () => {
    assert.deepEqual(problemsOf({ 'reviews/a.md': reviewText(changes) }), [
      `reviews/a.md:${problem}`,
    ]);
  });
}

test('a name or alias that two technicians share is refused where it stands again', () => {
  const technicians = `- { id: daniel-reyes, name: Daniel Reyes, jobTitle: Partner, aliases: [Danny] }
- { id: daniel-okafor, name: Daniel Okafor, jobTitle: Partner, aliases: [DANNY] }
`;
  assert.deepEqual(problemsOf({ 'technicians.yaml': technicians }), [
    'technicians.yaml:2:74 error aliases.0: "DANNY" also means daniel-reyes; give each its own names',
  ]);
});
