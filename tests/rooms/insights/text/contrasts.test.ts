import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContrastAt } from '#insights/text/contrasts.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** The words of a text that set what follows against what went before. */
const contrastsIn = (text: string) => {
  const tokens = tokenize(text);
  return tokens.flatMap(({ text: word }, place) => (isContrastAt(tokens, place) ? [word] : []));
};

const WITH: readonly (readonly [string, string])[] = [
  ['Great result but slow.', 'but'],
  ['Although late, it was good', 'although'],
  ['He was kind, though he never called', 'though'],
  ['Kind, while the partner was rude', 'while'],
  ['While kind, they were slow', 'while'],
  ['Good, however slow', 'however'],
  ['Nice people. But slow', 'but'],
  ['It was small but nobody cared', 'but'],
  ['It was small but I liked it', 'but'],
  ['The lawyer was not only late. He was kind but slow', 'but'],
  ['One of them called but never came', 'but'],
];
for (const [text, word] of WITH) {
  test(`“${text}” sets something against something`, () =>
    assert.deepEqual(contrastsIn(text), [word]));
}

const WITHOUT = [
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
  'He was good though',
  'As though they cared',
  'Butter and coffee',
];
for (const text of WITHOUT) {
  test(`“${text}” sets nothing against anything`, () => assert.deepEqual(contrastsIn(text), []));
}
