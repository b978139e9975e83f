import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { Aspect } from '#dataset/schema/stored-entities.ts';
import { BUSINESS, filesOf, problemsOf, reviewText } from '../../support/content-files.ts';

for (const trade of TRADES) {
  const { aspects, others } = shippedList(trade);

  test(`the list ${trade} has 8 to 12 aspects of few terms, and names others`, () => {
    assert.ok(aspects.length >= 8 && aspects.length <= 12, `${aspects.length} aspects`);
    for (const aspect of aspects) {
      assert.deepEqual(Aspect.parse(aspect), aspect);
      assert.ok(aspect.terms.length <= 48, `${aspect.id} has ${aspect.terms.length} terms`);
    }
    assert.ok(others.length >= 30);
    assert.deepEqual(others, [...new Set(others)]);
  });

  test(`the list ${trade} is itself an aspects.yaml`, () => {
    const path = new URL(`../../../site/dataset/aspect-lists/${trade}.yaml`, import.meta.url);
    const files = { 'aspects.yaml': readFileSync(path, 'utf8') };
    assert.deepEqual(problemsOf(files), []);
    const { content } = checkContent(filesOf({ 'business.yaml': BUSINESS, ...files }));
    assert.deepEqual(content.aspects, aspects);
  });
}

const load = (aspects: string) =>
  checkContent(filesOf({ 'business.yaml': BUSINESS, 'aspects.yaml': aspects }));
const contentWith = (aspects: string) => load(aspects).content;
const problemsWith = (aspects: string, files = {}) =>
  problemsOf({ 'aspects.yaml': aspects, ...files });

const LAW = shippedList('law');
const GENERAL = shippedList('general');
const WHOLE = 'id: parking, name: Parking, description: Where to leave the car.';

test('a plain list is all aspects there are, with the others of the general list', () => {
  const { aspects, others } = contentWith(
    `- { ${WHOLE}, terms: [parking, { term: lot, weight: 0.5 }] }`,
  );
  assert.deepEqual(aspects, [
    {
      id: 'parking',
      name: 'Parking',
      description: 'Where to leave the car.',
      terms: ['parking', { term: 'lot', weight: 0.5 }],
    },
  ]);
  assert.deepEqual(others, GENERAL.others);
});

test('an empty file is the general list, a list of nothing has no aspects', () => {
  const { aspects } = contentWith('use: general');
  assert.deepEqual(contentWith('').aspects, aspects);
  assert.deepEqual(contentWith('# Nothing yet.\n').aspects, aspects);
  assert.deepEqual(contentWith('[]').aspects, []);
});

test('use: alone is the list as it is', () => {
  const { aspects, others } = contentWith('use: law');
  assert.deepEqual({ aspects, others }, LAW);
});

test('a mapping without use: has its own aspects alone', () => {
  const { aspects, others } = contentWith(
    `others: [tow truck]\naspects:\n  - { ${WHOLE}, terms: [parking] }`,
  );
  assert.deepEqual(
    aspects.map(({ id }) => id),
    ['parking'],
  );
  assert.deepEqual(others, [...GENERAL.others, 'tow truck']);
});

test('others come to those of the list, each once', () => {
  const { others } = contentWith('use: law\nothers: [adjuster, care home]');
  assert.deepEqual(others, [...LAW.others, 'care home']);
});

test('terms are added to an aspect and removed from it, and its words are changed', () => {
  const changed = `use: law
aspects:
  - id: honesty
    name: Candour
    terms: { add: [candid, { term: Honest, weight: 2 }], remove: [SCAM] }
`;
  const before = LAW.aspects.find(({ id }) => id === 'honesty');
  const after = contentWith(changed).aspects.find(({ id }) => id === 'honesty');
  assert.equal(after?.name, 'Candour');
  assert.equal(after?.description, before?.description);
  const kept = before?.terms.filter((term) => term !== 'scam' && term !== 'honest') ?? [];
  assert.deepEqual(after?.terms, [...kept, 'candid', { term: 'Honest', weight: 2 }]);
});

test('aspects are added behind those of the list, removed, and defined anew', () => {
  const { aspects } = contentWith(`use: law
remove: [staff, outcome]
aspects:
  - { ${WHOLE}, terms: [parking] }
  - { id: staff, name: People, description: Who they are., terms: [people] }
`);
  assert.deepEqual(
    aspects.map(({ id }) => id),
    [
      ...LAW.aspects.map(({ id }) => id).filter((id) => id !== 'staff' && id !== 'outcome'),
      'parking',
      'staff',
    ],
  );
  assert.deepEqual(aspects.at(-1)?.terms, ['people']);
});

test('the places of what is written are known', () => {
  const { aspects } = load(`use: law
aspects:
  - id: honesty
    terms:
      add:
        - candid
`);
  const [written] = aspects?.value.written ?? [];
  const [term] = written?.terms ?? [];
  assert.equal(term?.term, 'candid');
  assert.deepEqual(aspects?.openPlaces()(term?.path ?? []), { line: 6, column: 11 });
});

for (const [title, text, problems] of [
  [
    'an unknown trade is refused, with the nearest',
    'use: retial',
    [
      '1:6 error use: must be one of general, law, health, hospitality, home-services, retail (did you mean "retail"?) (got "retial")',
    ],
  ],
  [
    'an unknown aspect needs all it consists of',
    'use: law\naspects:\n  - id: honestly\n    terms: { add: [candid] }',
    [
      '3:5 error aspects.0: the list law has no aspect "honestly" (did you mean "honesty"?); a new one needs a name, a description and terms',
    ],
  ],
  [
    'a list of terms does not silently replace that of the program',
    'use: law\naspects:\n  - id: honesty\n    terms: [candid]',
    [
      '4:12 error aspects.0.terms: "honesty" stands in the list law with terms of its own: write terms: { add: [...], remove: [...] }, or name it under remove: to define it anew',
    ],
  ],
  [
    'a term that is removed must be there',
    'use: law\naspects:\n  - id: honesty\n    terms:\n      remove: [trst]',
    [
      '5:16 error aspects.0.terms.remove.0: "honesty" has no term "trst" in the list law (did you mean "trust"?)',
    ],
  ],
  [
    'an aspect that is removed must be there',
    'use: law\nremove: [staf]',
    ['2:10 error remove.0: the list law has no aspect "staf" (did you mean "staff"?)'],
  ],
  [
    'without use: there is nothing to change',
    'aspects:\n  - id: staff\n    terms: { add: [crew] }\nremove: [staff]',
    [
      '2:5 error aspects.0: without a list (use:) there is no aspect "staff"; a new one needs a name, a description and terms',
      '4:10 error remove.0: without a list (use:) there is no aspect "staff"',
    ],
  ],
  [
    'an id stands once',
    `use: law\naspects:\n  - { ${WHOLE}, terms: [parking] }\n  - { ${WHOLE}, terms: [car] }`,
    ['4:11 error id: "parking" is taken by aspects.yaml:3; give each its own id'],
  ],
  [
    'what is neither list nor mapping is refused',
    'nonsense',
    ['1:1 error this: must be a list or a mapping of keys to values (got "nonsense")'],
  ],
  [
    'of terms a list or changes are taken',
    'use: law\naspects: [{ id: staff, terms: many }]',
    ['2:31 error aspects.0.terms: must be a list or a mapping of keys to values (got "many")'],
  ],
] as const) {
  test(title, () => {
    assert.deepEqual(
      problemsWith(text),
      problems.map((problem) => `aspects.yaml:${problem}`),
    );
  });
}

test('an aspect keeps at least one term', () => {
  const [aspect] = LAW.aspects;
  const remove = JSON.stringify(
    aspect?.terms.map((term) => (typeof term === 'string' ? term : term.term)),
  );
  const [problem] = problemsWith(
    `use: law\naspects:\n  - id: ${aspect?.id}\n    terms:\n      remove: ${remove}`,
  );
  assert.match(problem ?? '', /^aspects\.yaml:5:15 error .* no term of "communication" is left/);
});

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
  assert.deepEqual(problemsWith(text, files), [
    'aspects.yaml:4:31 warning quotes: no review has the id "revew-1" (did you mean "review-1"?)',
    'aspects.yaml:4:48 warning quotes: review "gone-1" is removed and is left out',
    'aspects.yaml:4:56 warning quotes: review "review-2" is pending, so that readers could not look it up',
  ]);
  const { aspects } = checkContent(
    filesOf({ 'business.yaml': BUSINESS, 'aspects.yaml': text, ...files }),
  ).content;
  assert.deepEqual(aspects.find(({ id }) => id === 'honesty')?.quotes, {
    pin: ['review-1', 'revew-1'],
    veto: ['gone-1', 'review-2'],
  });
});
