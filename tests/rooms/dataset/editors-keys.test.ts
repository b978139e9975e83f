import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../../support/content-files.ts';
import { processorMs } from '../../support/measure.ts';
import { assertMistakes, GOOD, type Mistake, review } from './assert-mistakes.ts';

const PEOPLE = `- id: elena-munoz
  name: Elena Muñoz
  jobTitle: Attorney
  aliases: [Ms. Muñoz]
`;

/** Keys under other names, and choices. */
const KEYS: readonly Mistake[] = [
  [
    'date for datePublished',
    review({ datePublished: undefined, date: '10/3/2026' }),
    'reviews/a.md:7:1 error date: is not a known key (did you mean "datePublished"?); write datePublished: 2026-10-03 for October 3, or datePublished: 2026-03-10 for March 10',
  ],
  [
    'stars for rating',
    review({ rating: undefined, stars: '4' }),
    'reviews/a.md:7:1 error stars: is not a known key (did you mean "rating"?); write rating: 4',
  ],
  [
    'reviewer for author',
    review({ author: undefined, reviewer: 'Jane D.' }),
    'reviews/a.md:7:1 error reviewer: is not a known key (did you mean "author"?); write author: { name: Jane D. }',
  ],
  [
    'title for name',
    review({ title: 'Kind people' }),
    'reviews/a.md:8:1 error title: is not a known key (did you mean "name"?); write name: Kind people',
  ],
  [
    'the text as a key',
    review({ review: 'Great!' }),
    'reviews/a.md:8:1 error review: is not a known key; write the text below the closing ---',
  ],
  [
    'reply for ownerReply',
    review({ reply: 'Thank you.' }),
    'reviews/a.md:8:1 error reply: is not a known key (did you mean "ownerReply"?); write ownerReply: { text: Thank you. }',
  ],
  [
    'language for inLanguage',
    review({ language: 'Spanish' }),
    'reviews/a.md:8:1 error language: is not a known key (did you mean "inLanguage"?); write inLanguage: es',
  ],
  [
    'platform for source',
    review({ source: undefined, platform: 'Yelp' }),
    'reviews/a.md:7:1 error platform: is not a known key (did you mean "source"?); write source: { name: Yelp }',
  ],
  [
    'verified for verification',
    review({ verification: undefined, verified: 'true' }),
    'reviews/a.md:7:1 error verified: is not a known key (did you mean "verification"?); write a value such as "verification: { status: verified, method: client-record, date: 2026-10-05 }"',
  ],
  [
    'a misspelt key',
    review({ datePublished: undefined, datepublised: '2026-10-03' }),
    'reviews/a.md:7:1 error datepublised: is not a known key (did you mean "datePublished"?); write datePublished: 2026-10-03',
  ],
  [
    'a misspelt key within another',
    review({ source: '{ nme: Google }' }),
    'reviews/a.md:6:11 error source.nme: is not a known key (did you mean "name"?); write name: Google',
  ],
  [
    'a key that nobody knows',
    review({ source: '{ name: Google, colour: red }' }),
    'reviews/a.md:6:25 error source.colour: is not a known key; delete it; the keys here are name, id, url, digest',
  ],
  [
    'a key under two names',
    review({ stars: '5' }),
    'reviews/a.md:8:1 error stars: is not a known key (did you mean "rating"?); delete it, since rating exists already',
  ],
  [
    'a key twice',
    review({ id: 'review-1\nid: review-2' }),
    'reviews/a.md:3:1 error id: occurs twice; delete one of the two',
  ],
  [
    'a misspelt choice',
    review({ verification: '{ status: verifed, method: invitation, date: 2026-10-06 }' }),
    'reviews/a.md:7:25 error verification.status: must be one of verified, pending, withheld (did you mean "verified"?) (got "verifed"); write status: verified',
  ],
  [
    'a choice that is none',
    review({ sentiment: 'superb' }),
    'reviews/a.md:8:12 error sentiment: must be one of positive, neutral, negative, mixed (got "superb"); write a value such as "sentiment: mixed"',
  ],
  [
    'a method that is none',
    review({ verification: '{ status: verified, method: email, date: 2026-10-06 }' }),
    'reviews/a.md:7:43 error verification.method: must be one of client-record, invitation, platform-import, document (got "email"); write a value such as "method: client-record"',
  ],
  [
    'a relationship in capitals',
    review({ relationship: 'Family' }),
    'reviews/a.md:8:15 error relationship: must be one of none, employee, family, incentivized (did you mean "family"?) (got "Family"); write relationship: family',
  ],
  [
    'an id with capitals',
    review({ id: 'Google_12' }),
    'reviews/a.md:2:5 error id: must be 4 to 64 lowercase letters, digits or hyphens (got "Google_12"); write id: google-12',
  ],
  [
    'an id that is a number',
    review({ id: '12345' }),
    'reviews/a.md:2:5 error id: must be a string (got 12345); write id: "12345"',
  ],
  [
    'an address without https',
    review({ source: '{ name: Google, url: www.google.com/x }' }),
    'reviews/a.md:6:30 error source.url: must be an absolute http or https URL (got "www.google.com/x"); write url: https://www.google.com/x',
  ],
];

/** What other files show, and the files beside the reviews. */
const FOLDER: readonly Mistake[] = [
  [
    'curly quotes round a name',
    review({ author: '{ name: “Jane” }' }),
    'reviews/a.md:3:17 warning author.name: the curly quotes are published as part of it; write name: Jane',
  ],
  [
    'an address in the text',
    review({}, 'Great.\nWrite to jane@mail.example.'),
    'reviews/a.md:10:10 warning the text seems to contain an email address; withhold it or ask the author',
  ],
  [
    'a second front matter',
    review({}, '---\nrating: 4\n# Or five?\naspects:\n  staff: positive\n---\nGreat.'),
    'reviews/a.md:9:1 warning the text begins with a second front matter, which is published as text; move its keys above the first closing ---, or delete it',
  ],
  [
    'two reviews with one id',
    { ...review({}), 'reviews/b.md': GOOD },
    'reviews/b.md:2:5 error id: "review-1" is taken by reviews/a.md:2; give each its own id',
  ],
  [
    'a reply before the review',
    review({ ownerReply: '{ text: A, datePublished: 2026-10-01 }' }),
    `reviews/a.md:8:39 error ownerReply.datePublished: lies before the review's 2026-10-03; correct one of the two`,
  ],
  [
    'a reply without a date that changed before the review',
    review({ ownerReply: '{ text: A, dateModified: 2026-10-01 }' }),
    `reviews/a.md:8:38 error ownerReply.dateModified: lies before the review's 2026-10-03; correct one of the two`,
  ],
  [
    'the alias of a technician',
    { ...review({ technicians: '[ms-munoz]' }), 'technicians.yaml': PEOPLE },
    'reviews/a.md:8:15 error technicians: "ms-munoz" is not defined in technicians.yaml (did you mean "elena-munoz"?)',
  ],
  [
    'a technician that is not there',
    { ...review({ technicians: '[bob]' }), 'technicians.yaml': PEOPLE },
    'reviews/a.md:8:15 error technicians: "bob" is not defined in technicians.yaml; add it there, or delete it here',
  ],
  [
    'evidence that is not there',
    {
      ...review({}),
      'faq.yaml':
        '- { id: fees, question: A, answer: B, evidence: [review-2], dateModified: 2026-10-01 }',
    },
    'faq.yaml:1:50 error evidence: no review has the id "review-2" (did you mean "review-1"?)',
  ],
  [
    'a list without hyphens',
    { 'technicians.yaml': 'id: bob\nname: Bob' },
    'technicians.yaml:1:1 error this: must be a list; begin each entry with "- ", such as "- id: bob"',
  ],
  [
    'an entry without a job',
    { 'technicians.yaml': '- id: bob\n  name: Bob' },
    'technicians.yaml:1:3 error jobTitle of "bob": is missing; add a line such as "jobTitle: Managing attorney"',
  ],
  [
    'entries that are names',
    { 'technicians.yaml': '- Bob Lee' },
    'technicians.yaml:1:3 error entry 1: must be a mapping of keys to values (got "Bob Lee"); write a value such as "{ id: bob-lee, name: Bob Lee, jobTitle: Managing attorney }"',
  ],
  [
    'a role for a job title',
    { 'technicians.yaml': '- id: bob\n  name: Bob\n  role: Clerk' },
    'technicians.yaml:3:3 error role of "bob": is not a known key (did you mean "jobTitle"?); write jobTitle: Clerk',
  ],
  [
    'an entry without its hyphen',
    { 'services.yaml': '- id: wills\n name: Wills' },
    'services.yaml:2:2 error is not valid YAML: the line is not indented like the lines around it; write   name: Wills',
  ],
  [
    'an entry further left than the one above',
    { 'services.yaml': '  - id: wills\n- id: trusts' },
    'services.yaml:2:1 error is not valid YAML: the line is not indented like the lines around it; write   - id: trusts',
  ],
  [
    'a hyphen with nothing behind it',
    { 'services.yaml': '  - \n- id: wills\n  name: Wills' },
    'services.yaml:1:3 error is not valid YAML: the hyphen is followed by nothing; delete the line',
  ],
  [
    'an entry with its hyphen on a line above',
    { 'services.yaml': '-\nid: wills\nname: Wills' },
    'services.yaml:2:1 error is not valid YAML: the keys of an entry must be indented below its hyphen; indent them by 2 spaces',
  ],
  [
    'a hyphen before a line of hyphens',
    { 'services.yaml': '  - ---\nid: wills\nname: Wills' },
    'services.yaml:2:1 error is not valid YAML: the line is not indented like the lines around it; indent it like the line above',
  ],
  [
    'an id alone as a removal',
    { 'removed.yaml': '- review-9' },
    'removed.yaml:1:3 error entry 1: must be a mapping of keys to values (got "review-9"); write a value such as "{ id: review-9, dateRemoved: 2026-05-14, reason: author-request }"',
  ],
  [
    'a removal without a date',
    { 'removed.yaml': '- id: review-9\n  reason: spam' },
    'removed.yaml:1:3 error dateRemoved of "review-9": is missing; add a line such as "dateRemoved: 2026-05-14"',
  ],
  [
    'a removal without a reason',
    { 'removed.yaml': '- id: review-9\n  dateRemoved: 2026-10-01' },
    'removed.yaml:1:3 error reason of "review-9": is missing; add a line such as "reason: author-request"',
  ],
  [
    'a trade that is none',
    { 'aspects.yaml': 'use: lawyers' },
    'aspects.yaml:1:6 error use: must be one of general, law, health, hospitality, home-services, retail (got "lawyers"); write a value such as "use: law"',
  ],
];

assertMistakes(KEYS, 13);
assertMistakes(FOLDER, 8);

test('rules of Markdown in a text are no front matter', () => {
  for (const text of [
    '---\nGreat.\n---\nReally.',
    'Note: great\n---\nReally.',
    '---',
    '---\na: b',
  ]) {
    assert.deepEqual(problemsOf(review({}, text)), [], text);
  }
});

for (const [what, text] of [
  ['a list', '- { id: A B, name: 5, terms: x }\n'.repeat(9000)],
  ['changes', `use: law\naspects:\n${'  - { id: A B, name: 5, terms: 7 }\n'.repeat(9000)}`],
] as const) {
  test(`remedies of ${what} with thousands of mistakes are made for those that are reported`, () => {
    const took = processorMs(() => {
      assert.equal(problemsOf({ 'aspects.yaml': text }).length, 50);
    });
    assert.ok(took < 5_000, `It took ${took} ms.`);
  });
}
