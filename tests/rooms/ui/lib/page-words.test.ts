import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageDescription, pageTitle } from '../../../../site/ui/lib/page-words.ts';

test('a title ends with the name of the business where both fit', () => {
  assert.equal(pageTitle('Feeds', { name: 'Harbor Law' }), 'Feeds – Harbor Law');
  assert.equal(pageTitle('Feeds', { name: 'x'.repeat(60) }), 'Feeds');
  const long = pageTitle('word '.repeat(40), { name: 'Harbor Law' });
  assert.ok(long.length <= 70 && long.endsWith('… – Harbor Law'));
  assert.ok(pageDescription('word '.repeat(100)).length <= 155);
});
