import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatModelCard } from '../../../../scripts/lab/train/format-model-card.ts';

test('The columns of the sources are aligned', () => {
  const sources = [
    { name: 'Sentences', count: 3, license: 'MIT', attribution: 'us' },
    { name: 'More', count: 12345, license: 'CC BY 4.0', attribution: 'somebody else' },
  ];
  const card = {
    name: '',
    version: '',
    modelSha256: '',
    command: '',
    limitations: '',
    benchmarks: [],
    sources,
  };
  assert.ok(
    formatModelCard(card, []).includes(`
| data      | texts or terms | licence   | attribution   |
| --------- | -------------- | --------- | ------------- |
| Sentences | 3              | MIT       | us            |
| More      | 12345          | CC BY 4.0 | somebody else |
`),
  );
});
