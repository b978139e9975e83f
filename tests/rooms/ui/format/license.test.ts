import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenseName } from '../../../../site/ui/format/license.ts';

test('a licence goes by the name that people know', () => {
  assert.equal(licenseName('https://creativecommons.org/licenses/by-sa/4.0/'), 'CC BY-SA 4.0');
  assert.equal(licenseName('https://creativecommons.org/publicdomain/zero/1.0/'), 'CC0 1.0');
  assert.equal(licenseName('https://example.org/terms/'), 'example.org/terms');
});
