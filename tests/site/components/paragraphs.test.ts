import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphsOf } from '../../../site/components/paragraphs.ts';

for (const [what, text, expected] of [
  ['nothing', '', []],
  ['blank lines alone', '\n \n\n', []],
  ['one paragraph', 'One.', ['One.']],
  ['a line break inside', 'One.\nTwo.', ['One.\nTwo.']],
  ['blank lines between', 'One.\n\nTwo.\n\n\n\nThree.', ['One.', 'Two.', 'Three.']],
  ['a blank line of spaces', 'One.\n \t\nTwo.', ['One.', 'Two.']],
  ['line breaks of Windows', 'One.\r\n\r\nTwo.', ['One.', 'Two.']],
  ['an indent', '  One.', ['  One.']],
] as const) {
  test(`paragraphs of a text with ${what}`, () => {
    assert.deepEqual(paragraphsOf(text), expected);
  });
}
