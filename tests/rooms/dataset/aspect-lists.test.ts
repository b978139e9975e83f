import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shippedList, spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { Aspect } from '#dataset/schema/stored-entities.ts';
import { BUSINESS, filesOf, problemsOf, reviewText } from '../../support/content-files.ts';
import { assertFaults } from './assert-faults.ts';

const load = (aspects: string, files = {}) =>
  checkContent(filesOf({ 'business.yaml': BUSINESS, 'aspects.yaml': aspects, ...files }));
const contentWith = (aspects: string) => load(aspects).content;
const idsWith = (aspects: string) => contentWith(aspects).aspects.map(({ id }) => id);

for (const trade of TRADES) {
  test(`the list ${trade} is an aspects.yaml with 8 to 12 aspects of few terms, and others`, () => {
    const { aspects, others } = shippedList(trade);
    assert.ok(aspects.length >= 8 && aspects.length <= 12, `${aspects.length} aspects`);
    for (const aspect of aspects) {
      assert.deepEqual(Aspect.parse(aspect), aspect);
      assert.ok(aspect.terms.length <= 48, `${aspect.id} has ${aspect.terms.length} terms`);
    }
    assert.ok(others.length >= 30);
    assert.deepEqual(others, [...new Set(others)]);
    const path = new URL(`../../../site/dataset/aspect-lists/${trade}.yaml`, import.meta.url);
    const { content, warnings } = load(readFileSync(path, 'utf8'));
    assert.deepEqual([warnings, content.aspects], [[], aspects]);
  });
}

const LAW = shippedList('law');
const GENERAL = shippedList('general');
const WHOLE = 'id: parking, name: Parking, description: Where to leave the car.';

test('a list may be of the program, of the business, or of both, with others once each', () => {
  const terms = ['parking', { term: 'lot', weight: 0.5 }];
  const parking = { id: 'parking', name: 'Parking', description: 'Where to leave the car.', terms };
  const own = `{ ${WHOLE}, terms: [parking, { term: lot, weight: 0.5 }] }`;
  for (const [written, aspects, others] of [
    [`- ${own}`, [parking], GENERAL.others],
    ['use: general', GENERAL.aspects, GENERAL.others],
    ['# Nothing yet.\n', GENERAL.aspects, GENERAL.others],
    ['[]', [], GENERAL.others],
    ['use: law\nothers: [adjuster, care home]', LAW.aspects, [...LAW.others, 'care home']],
    [`others: [tow truck]\naspects:\n  - ${own}`, [parking], [...GENERAL.others, 'tow truck']],
  ] as const) {
    const content = contentWith(written);
    assert.deepEqual([content.aspects, content.others], [aspects, others], written);
  }
});

test('terms are added to an aspect and removed from it, and its words are changed', () => {
  const text = `use: law
aspects:
  - id: honesty
    name: Candour
    terms: { remove: [SCAM], add: [{ term: Honest, weight: 2 }, candid] }
`;
  const { content, aspects } = load(text);
  const before = LAW.aspects.find(({ id }) => id === 'honesty');
  const after = content.aspects.find(({ id }) => id === 'honesty');
  const kept = before?.terms.filter((term) => term !== 'scam' && term !== 'honest') ?? [];
  const terms = [...kept, { term: 'Honest', weight: 2 }, 'candid'];
  assert.deepEqual(after, { ...before, name: 'Candour', terms });
  const [, candid] = aspects?.value.written[0]?.terms ?? [];
  assert.equal(candid?.term, 'candid');
  assert.deepEqual(aspects?.openPlaces()(candid?.path ?? []), { line: 5, column: 65 });
});

test('aspects are added behind those of the list, removed, and defined again', () => {
  const text = `use: law
remove: [staff, outcome]
aspects:
  - { ${WHOLE}, terms: [parking] }
  - { id: staff, name: People, description: Who they are., terms: [people] }
`;
  const kept = LAW.aspects.map(({ id }) => id).filter((id) => !/^(staff|outcome)$/.test(id));
  assert.deepEqual(idsWith(text), [...kept, 'parking', 'staff']);
  assert.deepEqual(contentWith(text).aspects.at(-1)?.terms, ['people']);
});

const all = JSON.stringify(LAW.aspects[0]?.terms.map(spellingOf));

for (const [title, text, ...problems] of [
  [
    'an unknown aspect needs all it consists of',
    'use: law\naspects:\n  - id: honestly\n    terms: { add: [candid] }',
    '3:5 error entry 1 of aspects: the list law has no aspect "honestly" (did you mean "honesty"?); a new one needs a name, a description and terms',
  ],
  [
    'a list of terms does not silently replace that of the program',
    'use: law\naspects:\n  - id: honesty\n    terms: [candid]',
    '4:12 error terms of entry 1 of aspects: "honesty" is in the list law with terms of its own: write terms: { add: [...], remove: [...] }, or name it under remove: to define it again',
  ],
  [
    'a term that is removed must be there',
    'use: law\naspects:\n  - id: honesty\n    terms:\n      remove: [trst]',
    '5:16 error entry 1 of terms.remove of entry 1 of aspects: "honesty" has no term "trst" in the list law (did you mean "trust"?)',
  ],
  [
    'an aspect that is removed must be there',
    'use: law\nremove: [staf]',
    '2:10 error entry 1 of remove: the list law has no aspect "staf" (did you mean "staff"?)',
  ],
  [
    'without use: there is nothing to change',
    'aspects:\n  - id: staff\n    terms: { add: [crew] }\nremove: [staff]',
    '2:5 error entry 1 of aspects: without a list (use:) there is no aspect "staff"; a new one needs',
    '4:10 error entry 1 of remove: without a list (use:) there is no aspect "staff"',
  ],
  [
    'an id stands once',
    `use: law\naspects:\n  - { ${WHOLE}, terms: [parking] }\n  - { ${WHOLE}, terms: [car] }`,
    '4:11 error id: "parking" is taken by aspects.yaml:3; delete this entry if it is a copy, or',
  ],
  [
    'of terms a list or changes are taken',
    'use: law\naspects: [{ id: staff, terms: many }]',
    '2:31 error terms of "staff": must be a list or a group of keys (got "many"); put',
  ],
  [
    'an aspect keeps at least one term',
    `use: law\naspects:\n  - id: ${LAW.aspects[0]?.id}\n    terms:\n      remove: ${all}`,
    '5:15 error terms.remove of entry 1 of aspects: no term of "communication" remains; remove the aspect inst',
  ],
] as const) {
  test(title, () => {
    const expected = problems.map((problem) => `aspects.yaml:${problem}`);
    assertFaults(problemsOf({ 'aspects.yaml': text }), expected);
  });
}

test('a review that is pinned or vetoed and is not there is a warning', () => {
  const text = `use: law
aspects:
  - id: honesty
    quotes: { pin: [review-1, revew-1], veto: [gone-1, review-2] }
`;
  const files = {
    'reviews/a.md': reviewText(),
    'reviews/b.md': reviewText({ id: 'review-2', verification: '{ status: pending }' }),
    'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }',
  };
  assertFaults(problemsOf({ 'aspects.yaml': text, ...files }), [
    'aspects.yaml:4:31 warning quotes: no review has the id "revew-1" (did you mean "review-1"?)',
    'aspects.yaml:4:48 warning quotes: review "gone-1" is removed and is left out',
    'aspects.yaml:4:56 warning quotes: review "review-2" is pending, so that readers could not lo',
  ]);
  const honesty = load(text, files).content.aspects.find(({ id }) => id === 'honesty');
  const quotes = { pin: ['review-1', 'revew-1'], veto: ['gone-1', 'review-2'] };
  assert.deepEqual(honesty?.quotes, quotes);
});
