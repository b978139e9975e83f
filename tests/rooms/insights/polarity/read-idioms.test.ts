import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readIdioms } from '#insights/polarity/read-idioms.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

const read = (text: string) =>
  readIdioms(tokenize(text))
    .map((token) => token.text)
    .join(' ');

const IDIOMS: readonly (readonly [
  title: string,
  ...(readonly [written: string, read: string])[],
])[] = [
  [
    '“not only” and the “but” that answers it are as if unsaid',
    ['Not only fast, but also kind.', 'fast , also kind .'],
    ['They were not only late but rude.', 'they were late rude .'],
    ['She is not just a dentist but a friend', 'she is a dentist a friend'],
  ],
  [
    'a “but” that answers nothing stays, and so do “not” and “only” apart',
    ['Not only fast. But rude.', 'fast . but rude .'],
    ['Not only fast but kind but dear', 'fast kind but dear'],
    ['Only he did not call, but she did', 'only he did not call , but she did'],
  ],
  [
    '“nothing but” and “nothing less than” assert what follows',
    ['I have nothing but respect', 'i have respect'],
    ['It was nothing less than stunning', 'it was stunning'],
    ['nothing short of rude', 'rude'],
    ['Nothing works', 'nothing works'],
  ],
  [
    'a great many are many',
    ['A great many forms', 'many forms'],
    ['a good deal of noise', 'many noise'],
  ],
  [
    'to say that there is no doubt negates nothing',
    ['Without a doubt the best', 'the best'],
    ['last but not least, the parking', ', the parking'],
    ['I don’t doubt that they care', 'i that they care'],
    ["We can't praise the cook enough", 'we praise the cook enough'],
    ["I can't recommend it", "i can't recommend it"],
  ],
  [
    'who has no complaints is satisfied',
    ['Zero complaints about the tiles', 'satisfied about the tiles'],
    ['You cannot fault the cook', 'you satisfied the cook'],
    ['Their complaints were many', 'their complaints were many'],
  ],
  [
    '“anything but”, “far from” and “less than” negate what is praise alone',
    ['The room was anything but clean', 'the room was not clean'],
    ["they didn't offer anything but tea", "they didn't offer anything but tea"],
    ['far from helpful', 'not helpful'],
    ['not far from my office', 'not far from my office'],
    ['less than honest, in less than an hour', 'not honest , in less than an hour'],
  ],
  [
    'what could not be more so, is very much so',
    ['She could not have been gentler', 'she so gentle'],
    ["Couldn't be happier!", 'so happy !'],
    ['could not be more disappointed', 'so disappointed'],
    ["You couldn't ask for a nicer crew", 'you so nice crew'],
    ["I couldn't have asked for more.", 'i so good .'],
    ['Nobody could have done it better', 'so good'],
    ['I never had a worse meal', 'i so bad meal'],
    ['never been so proud', 'so proud'],
  ],
  [
    'what could be more so, is not',
    ['The soup could have been warmer', 'the soup not warm'],
    ['It would be a bit better', 'it not good'],
    ['I would be more than happy', 'i would be more than happy'],
    ['He could call', 'he could call'],
  ],
];
for (const [title, ...cases] of IDIOMS) {
  test(title, () => {
    for (const [written, expected] of cases) assert.equal(read(written), expected);
  });
}

test('every word that is read stands where one was written', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = tokenize(text);
      const known = readIdioms(tokens);
      assert.ok(known.length <= tokens.length);
      for (const token of known) assert.ok(tokens.some(({ start }) => start === token.start));
    }),
  );
});
