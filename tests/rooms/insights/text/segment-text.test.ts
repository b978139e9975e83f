import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { segmentText } from '#insights/text/segment-text.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { anyText } from './any-text.ts';

/** Words of contrast that carry no meaning, and are no function words. */
const isJoining = (word: string) => ['however', 'except', 'unfortunately'].includes(word);

/** The clauses of each sentence, as they are quoted. */
const cut = (text: string) =>
  segmentText(text).map(({ clauses }) => clauses.map(({ start, end }) => text.slice(start, end)));

/** Texts with a mark // between sentences, | between clauses, and brackets around what is not quoted. */
const CUTS: Readonly<Record<string, readonly string[]>> = {
  'sentences end at points, exclamation and question marks, and at line breaks': [
    'They won. //Great! //Why so slow?',
    'Very kind\n//Too slow',
  ],
  'a point within an abbreviation, a time or a number, or behind a title, ends no sentence': [
    'Mr. Okafor met Dr. Reyes vs. Acme Inc. and J. Doe.',
    'At 4 p.m. they paid 3.5 million to us',
    'One more thing: Ms. Lopez won.',
  ],
  'sentences that go on in lower case are clauses': [
    'they were kind. |never called back. |[then ]nothing',
  ],
  'words of contrast begin a clause, which is quoted without them': [
    'Great result [but ]|never called back [although ]|I asked',
  ],
  'the “but” that answers “not only” cuts nothing, another one does': [
    'Not only fast but kind [but ]|dear. //Kind [but ]|not only that but fast',
  ],
  'a comma between clauses cuts, one in a list or a number does not': [
    'She knew the law[, and ]|he answered every call. //Good fees[, ]|bad news.',
    'Very slow[, ]|Mr. Doe. //Kind, patient, and fair.',
    'They got me $11,400 so fast',
  ],
  'semicolons cut, and colons behind a clause, where a space follows': [
    'Staff: very kind[; ]|I was told this[: ]|too small at 10:30',
  ],
  'parentheses cut, and dashes between words, but no hyphen within one': [
    'The lawyer [(]|a partner[)] |was on time',
    'A well-run firm [— ]|easy to reach [- ]|very kind',
  ],
  'quotation marks stand around no clause': ['[“]They were kind.[” “]//Nobody called[”]'],
  'headings stand with what they head, grades end sentences': [
    'Preparation: A. //Clarity: B. //Value for money: poor. //Verdict[: ]|would hire again.',
  ],
  'what holds no content word is neither a clause nor a sentence of its own': [
    'They won, for all of us. //Kind people, both of them, and so was it.',
    '[It was them. ]Never again! //They were there for me.',
    '[And… but]',
    '[... - ( ) “”]',
  ],
  'emoji speak for themselves': ['🙂👍'],
};
for (const [title, marked] of Object.entries(CUTS)) {
  test(title, () => {
    for (const text of marked) {
      const quoted = text.replaceAll(/\[[^\]]*\]/g, '');
      const sentences = quoted.split('//').filter((sentence) => sentence !== '');
      const expected = sentences.map((one) => one.split('|').map((clause) => clause.trim()));
      assert.deepEqual(cut(text.replaceAll(/\/\/|[[\]|]/g, '')), expected);
    }
  });
}

test('clauses lie in order and apart, hold each word once, and are quoted without space', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let end = 0;
      const words: number[] = [];
      for (const { tokens, clauses } of segmentText(text)) {
        assert.ok(clauses.length > 0);
        const own = new Set(tokens);
        for (const clause of clauses) {
          assert.ok(clause.start >= end && clause.end > clause.start);
          const quote = text.slice(clause.start, clause.end);
          assert.equal(quote.trim(), quote);
          end = clause.end;
          for (const { start, isWord } of clause.tokens) if (isWord) words.push(start);
          assert.ok(clause.tokens.every((token) => own.has(token)));
        }
      }
      const said = new Set(words);
      assert.equal(said.size, words.length);
      const all = tokenize(text).filter(({ isWord }) => isWord);
      for (const { start, text: word } of all) {
        assert.ok(said.has(start) || FUNCTION_WORDS.has(word) || isJoining(word), word);
      }
    }),
  );
});

test('50,000 characters are cut, whether they hold no mark or nothing but', () => {
  for (const [text, count] of [
    ['word '.repeat(10_000), 100],
    ['b,'.repeat(25_000), 500],
    ['b; '.repeat(16_667), 16_667],
    [`not only ${'but good '.repeat(6_000)}`, 6_000],
    ['('.repeat(50_000), 0],
  ] as const) {
    assert.equal(segmentText(text).flatMap(({ clauses }) => clauses).length, count);
  }
});
