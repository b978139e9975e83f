import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IRREGULAR_WORDS } from '#insights/aspects/irregular-words.ts';

test('no form stands in two groups', () => {
  const groups = new Set(IRREGULAR_WORDS.values());
  const forms = [...groups].flat();
  assert.ok(groups.size > 50);
  assert.equal(new Set(forms).size, forms.length);
});
