import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOLS } from '#agents/tools.ts';
import { firstSentence } from '#artifacts/llms-text.ts';

for (const [text, expected] of [
  ['One. Two.', 'One.'],
  ['Is it? It is.', 'Is it?'],
  ['Read insights.json first. Then ask.', 'Read insights.json first.'],
  ['Two\nlines. More.', 'Two\nlines.'],
  ['No end', 'No end'],
  ['', ''],
] as const) {
  test(`the first sentence of ${JSON.stringify(text)} is ${JSON.stringify(expected)}`, () => {
    assert.equal(firstSentence(text), expected);
  });
}

test('the description of every tool begins with a sentence of its own', () => {
  for (const { name, description } of TOOLS) {
    const sentence = firstSentence(description);
    assert.match(sentence, /^[A-Z][^\n]{20,280}\.$/, name);
  }
});
