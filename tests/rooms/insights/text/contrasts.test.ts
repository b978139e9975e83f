import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContrastAt } from '#insights/text/contrasts.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** The words of a text that set what follows against what went before. */
const contrastsIn = (text: string) => {
  const tokens = tokenize(text);
  return tokens.flatMap(({ text: word }, place) => (isContrastAt(tokens, place) ? [word] : []));
};

const CONTRASTS: Readonly<Record<string, readonly string[]>> = {
  but: [
    'Great result but slow.',
    'Nice people. But slow',
    'It was small but nobody cared',
    'It was small but I liked it',
    'The lawyer was not only late. He was kind but slow',
    'One of them called but never came',
  ],
  although: ['Although late, it was good'],
  though: ['He was kind, though he never called'],
  while: ['Kind, while the partner was rude', 'While kind, they were slow'],
  however: ['Good, however slow'],
  '': [
    'Anything but professional.',
    'Nothing but praise for them',
    'No one but Linda called me',
    'Everyone but the partner was kind',
    'I could not help but smile',
    'Last but not least they won',
    'Not only fast but kind',
    'A small but friendly office',
    'Tough but very fair',
    'It was quiet for a while',
    'It took a while',
    'Once in a while they called',
    'Worth your while',
    'They called while I was ill',
    'Even though it rained',
    'He was good though.',
    'As though they cared',
    'Butter and coffee',
    'Five stars but for the parking',
    'It would be five stars except for the fees',
  ],
};
for (const [word, texts] of Object.entries(CONTRASTS)) {
  test(`${word || 'nothing'} sets something against something`, () => {
    for (const text of texts) assert.equal(contrastsIn(text).join(), word, text);
  });
}
