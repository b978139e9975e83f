import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists.ts';
import { checkContent } from '#dataset/check-content.ts';
import { TRADES } from '#dataset/stored-aspects.ts';
import { Aspect } from '#dataset/stored-entities.ts';
import { BUSINESS, filesOf, problemsOf } from '../../support/content-files.ts';

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

test('a list is read once', () => {
  assert.equal(shippedList('law'), shippedList('law'));
});
