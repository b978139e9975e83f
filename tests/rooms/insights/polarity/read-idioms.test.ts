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
  [
    'who holds back stars is disappointed, and who gives or counts them is not',
    ['Minus one star for the wait.', 'disappointed for the wait .'],
    ['They lose a star for the parking', 'they disappointed for the parking'],
    ['I knocked off a star because he was late', 'i disappointed because he was late'],
    ['One star off for the parking', 'disappointed for the parking'],
    ['Would be five stars but for the parking', 'disappointed by the parking'],
    ["I'd give it five stars if not for the fees", 'disappointed by the fees'],
    ['It would have been 5 stars if he had called', 'disappointed by he had called'],
    ["I'd give five stars if I could", "i'd give five stars if i could"],
    ['We took a star map along', 'we took a star map along'],
    ['The hotel lost a star chef', 'the hotel lost a star chef'],
  ],
  [
    'forms that are a lot are a burden',
    ['The paperwork was a lot.', 'the paperwork was burdensome .'],
    ['It was really a lot', 'it was really burdensome'],
    ['The forms were a lot easier', 'the forms were a lot easier'],
    ['It was a lot of money', 'it was a lot of money'],
  ],
  [
    'learning elsewhere is not being told',
    ['I had to find out that we lost', 'i nobody told me that we lost'],
    ['She had to learn it from the insurer', 'she nobody told me from the insurer'],
    [
      'I found out from the court that my case closed',
      'i nobody told me from the court that my case closed',
    ],
    ['Found out we settled when the check came', 'nobody told me we settled when the check came'],
    ['I had to find out where it was', 'i had to find out where it was'],
    ['I learned from my lawyer that we had won', 'i learned from my lawyer that we had won'],
    [
      'I heard from a friend that the firm was good',
      'i heard from a friend that the firm was good',
    ],
    ['He found out that the driver lied', 'he found out that the driver lied'],
  ],
  [
    'a grade is read as the word for it, and no other letter is',
    ['Communication: A', 'communication : excellent'],
    ['Speed: B.', 'speed : okay .'],
    ['Overall it was a C at best', 'overall it was a mediocre at best'],
    ['Punctuality: D.', 'punctuality : poor .'],
    ['I give them an F', 'i give them an terrible'],
    ['They are a A+ crew', 'they are a a+ crew'],
    ['It was a B road', 'it was a b road'],
    ['I had a C section', 'i had a c section'],
    ['Vitamin D, then', 'vitamin d , then'],
    ['Verdict: a thief', 'verdict : a thief'],
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
