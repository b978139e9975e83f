import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormats } from '#words/formats.ts';
import { meanOf } from '../../../site/ui/format/mean.ts';

test('a mean of fewer than five ratings is not given in a table', () => {
  const formats = createFormats('en');
  assert.deepEqual(
    [meanOf(4.5, 5, formats), meanOf(4.5, 4, formats), meanOf(null, 0, formats)],
    ['4.50', '–', '–'],
  );
});
