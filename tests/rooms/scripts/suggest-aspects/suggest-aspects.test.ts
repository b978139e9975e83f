import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenize } from '#insights/text/tokenize.ts';
import { findNounPhrases } from '../../../../scripts/suggest-aspects/noun-phrases.ts';
import { BUSINESS, problemsOf, reviewText } from '../../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';
import { runScript } from '../../../support/run-script.ts';

const SCRIPT = 'scripts/suggest-aspects/main.ts';

const TEXTS = [
  'The lobby was beautiful. The shower was great and the marble was awesome.',
  'We hated the lobby. Horrible shower, and the marble was dirty.',
  'Our lobby was amazing. I loved the shower and the marble was lovely.',
  'A wonderful lobby. The pond smelled horrible and the ducks were terrible.',
  'The pond was awful and the ducks were rude.',
  'We loved the pond and the ducks were wonderful.',
  'We met on a Tuesday.',
];

const filesWith = (aspects: string, texts: readonly string[] = TEXTS) => ({
  'business.yaml': BUSINESS,
  'aspects.yaml': aspects,
  ...Object.fromEntries(
    texts.map((text, index) => [
      `reviews/${index}.md`,
      reviewText({ id: `review-${index}`, rating: index % 2 ? '1' : '5' }, text),
    ]),
  ),
});

test('nouns near opinions that no term finds are grouped, counted and shown, to be pasted', (t) => {
  const folder = createContentFolder(t, filesWith('use: hospitality'));
  const { status, stdout, stderr } = runScript(SCRIPT, [folder], createFolder(t));
  assert.equal(stderr, `Content folder: ${folder}\n`);
  assert.equal(status, 0);
  assert.match(stdout, /^# Suggested by 7 reviews/);
  assert.match(stdout, /\nuse: hospitality\naspects:\n/);
  assert.match(
    stdout,
    / {2}- id: washrooms\n {4}terms:\n {6}add:\n {8}- marble # 3 reviews, \d good, \d bad: ".*marble.*"\n/,
  );
  assert.match(
    stdout,
    / {2}- id: lobby\n {4}name: Lobby\n {4}description: What reviews say of the lobby\.\n {4}terms:\n {6}- lobby # 4 reviews, 3 good, 1 bad: "/,
  );
  assert.match(stdout, / {6}- (ducks|pond) # .*\n {6}- (ducks|pond) # /);
  assert.doesNotMatch(stdout, /shower #|tuesday #/);
  assert.deepEqual(problemsOf({ 'aspects.yaml': stdout }), []);
});

test('for a plain list new aspects are a list as well, and terms for others remarks', (t) => {
  const aspects = '- { id: lobby, name: Lobby, description: A., terms: [foyer] }\n';
  const folder = createContentFolder(t, filesWith(aspects));
  const { stdout } = runScript(SCRIPT, [folder], createFolder(t));
  assert.match(stdout, /\n# Terms for lobby:\n# {3}- lobby # 4 reviews/);
  assert.match(stdout, /\n- id: (ducks|pond)\n {2}name: (Ducks|Pond)\n/);
  assert.deepEqual(problemsOf({ 'aspects.yaml': `${aspects}${stdout}` }), []);
});

test('where there is nothing to suggest, that is said', (t) => {
  const folder = createContentFolder(t, filesWith('use: law', TEXTS.slice(0, 2)));
  const { status, stdout } = runScript(SCRIPT, [folder], createFolder(t));
  assert.equal(status, 0);
  assert.match(stdout, /\n# There is nothing to suggest\.\n$/);
});

for (const [what, aspects, more, expected, message] of [
  [
    'content with errors',
    'use: lwa',
    [],
    1,
    /\naspects\.yaml:1:6 error use: must be one of .*"law"/,
  ],
  ['a second folder', 'use: law', ['b'], 2, /\nUsage:\n {2}npm run suggest-aspects -- /],
] as const) {
  test(`${what} is an error, not a stack`, (t) => {
    const folder = createContentFolder(t, filesWith(aspects));
    const { status, stdout, stderr } = runScript(SCRIPT, [folder, ...more], createFolder(t));
    assert.deepEqual([status, stdout], [expected, '']);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

for (const [text, found] of [
  ['Lobby was cold', ['lobby']],
  ['our boarding pass.', ['boarding pass', 'pass']],
  ['the very friendly pharmacist smiled', ['pharmacist']],
  ['a very nice parking garage', ['parking garage', 'garage']],
  ['They lost my claim form twice', ['claim form', 'form']],
  ['no portal and no parrots', ['portal', 'parrots']],
  ['the great view of the harbor', ['view', 'harbor']],
  ['We waited for an hour', []],
  ['this is the best in town', []],
] as const) {
  test(`the nouns of "${text}" are [${found.join(', ')}]`, () =>
    assert.deepEqual(findNounPhrases(tokenize(text)), found));
}
