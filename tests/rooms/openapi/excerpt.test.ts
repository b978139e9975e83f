import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSentence } from '#openapi/excerpt.ts';

test('the first sentence ends before a space, or with the text', () => {
  for (const [text, expected] of [
    ['One. Two.', 'One.'],
    ['Read insights.json first. Then ask.', 'Read insights.json first.'],
    ['Two\nlines. More.', 'Two\nlines.'],
    ['No end', 'No end'],
  ] as const) {
    assert.equal(firstSentence(text), expected);
  }
});
