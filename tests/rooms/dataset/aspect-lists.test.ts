import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shippedList, spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { Aspect } from '#dataset/schema/stored-entities.ts';
import { BUSINESS, filesOf, problemsOf } from '../../support/content-files.ts';

const load = (aspects: string) =>
  checkContent(filesOf({ 'business.yaml': BUSINESS, 'aspects.yaml': aspects }));
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

test('no list of terms silently replaces one of the program, and an aspect keeps a term', () => {
  const [first] = LAW.aspects;
  const all = JSON.stringify(first?.terms.map(spellingOf));
  for (const [terms, fault] of [
    ['[candid]', /:4:12 .* is in the list law with terms of its own: write terms: \{ add: \[/],
    [`{ remove: ${all} }`, /no term of "communication" remains; remove the aspect instead$/],
  ] as const) {
    const text = `use: law\naspects:\n  - id: ${first?.id}\n    terms: ${terms}`;
    assert.match(problemsOf({ 'aspects.yaml': text }).join(), fault);
  }
});
