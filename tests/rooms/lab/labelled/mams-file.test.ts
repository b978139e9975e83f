import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMamsFile } from '../../../../scripts/lab/labelled/mams-file.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const XML = `<?xml version="1.0" encoding="utf-8"?>
<sentences>
	<sentence>
		<text>Great food &amp; rude &amp;lt; waiters.</text>
		<aspectCategories>
			<aspectCategory category="food" polarity="positive"/>
			<aspectCategory category="staff" polarity="negative"/>
		</aspectCategories>
	</sentence>
</sentences>
`;

test('Every aspect of a sentence is a line', (t) => {
  const folder = createContentFolder(t, { 'a.xml': XML, 'b.xml': '<sentences></sentences>' });
  const text = 'Great food & rude &lt; waiters.';
  assert.deepEqual(readMamsFile(join(folder, 'a.xml')), [
    { text, says: { aspect: 'food', label: 'positive' } },
    { text, says: { aspect: 'staff', label: 'negative' } },
  ]);
  assert.throws(() => readMamsFile(join(folder, 'b.xml')), /b\.xml:1:1 error holds no sentences/);
});
