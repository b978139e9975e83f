import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { familiarWords, type Quotation, quotationOf } from '#insights/quotes/quotation.ts';
import { readTable } from '#insights/text/read-table.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { processorMs } from '../../../support/measure.ts';

/** The quotation of the first place where some words stand. */
function quoteAround(text: string, words: string, ...names: string[]): Quotation {
  const start = text.indexOf(words);
  assert.ok(start >= 0, words);
  const clause = { start, end: start + words.length };
  return quotationOf(text, clause, familiarWords(names)) ?? assert.fail(text);
}

/** Why a sentence that is one clause must not be quoted. */
const refusalOf = (text: string, ...names: string[]) => quoteAround(text, text, ...names).refusal;

test('the quote is the whole sentence of a clause, with all that touches it', () => {
  const text = 'It rained. “The fee was fair,” and they were kind ($5!). Bye.';
  const quotation = quoteAround(text, 'they were kind');
  assert.equal(quotation.text, '“The fee was fair,” and they were kind ($5!).');
  assert.equal(text.slice(quotation.start, quotation.end), quotation.text);
  assert.equal(text.slice(quotation.clause.start, quotation.clause.end), 'they were kind');
});

test('the sentence before is quoted as well where the words point at somebody there', () => {
  for (const [text, words] of [
    ['We had Linda Cho. She answered every call.', 'She answered every call.'],
    ['Our paralegal was new. Still, he answered every call.', 'he answered every call'],
    ['They sent a letter. It was clear and kind.', 'It was clear and kind.'],
  ] as const) {
    assert.equal(quoteAround(text, words).text, text);
    assert.equal(quoteAround(text, words).refusal, undefined, text);
  }
});

test('the sentence before is left out where nothing points at it, or it stands far off', () => {
  const words = 'They answered at once.';
  assert.equal(quoteAround(`It rained all day. ${words}`, words).text, words);
  assert.equal(quoteAround(`We called the firm.\n\n${words}`, words).text, words);
  assert.equal(
    quoteAround(`We called the firm ${'again '.repeat(50)}. ${words}`, words).text,
    words,
  );
  const private_ = `We called the firm at 512-555-0147. ${words}`;
  assert.equal(quoteAround(private_, words).text, words);
});

/** Sentences, and why each must not be quoted, if it must not. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/refusals.tsv'));

test('what is private, misread easily or says nothing alone is refused, the rest is quoted', () => {
  for (const [text = '', refusal] of rows) assert.equal(refusalOf(text) ?? '', refusal, text);
  assert.equal(refusalOf(`They were ${'very '.repeat(60)} kind.`), 'length');
  for (const [text, words, refusal] of [
    ['It rained. She answered every call.', 'She answered', 'pronoun'],
    [
      'Mr. Brandt knows that I was hit by a truck. He found what I had missed.',
      'He found what I had missed.',
      'pronoun',
    ],
    [
      'After I was rear ended, they took care of everything.',
      'they took care of everything',
      undefined,
    ],
  ] as const) {
    assert.equal(quoteAround(text, words).refusal, refusal, text);
  }
});

test('what points at something before, takes something back or is a small part reads worse', () => {
  for (const [clear, ...worse] of [
    [
      'The office answered every call.',
      'It answered every call.',
      'This took them a week.',
      'But they answered.',
    ],
    [
      'They were kind to us all.',
      'They were kind but slow to us.',
      'THEY WERE KIND TO EVERYBODY.',
      'They said “kind to us all.',
    ],
  ] as const) {
    const { clarity } = quoteAround(clear, clear);
    for (const text of worse) assert.ok(quoteAround(text, text).clarity < clarity, text);
  }
  const part = 'They were kind to us, in all the months that we waited for the money.';
  assert.ok(quoteAround(part, 'They were kind').clarity < quoteAround(part, part).clarity);
  const best = 'This is the best law firm that I know.';
  assert.ok(quoteAround(best, best).clarity > 0.8);
});

test('the names of the staff are no reason for silence', () => {
  const text = 'We think Linda Cho knows how an injury is proved.';
  assert.equal(refusalOf(text), 'health');
  assert.equal(refusalOf(text, 'Linda Cho'), undefined);
});

test('any quotation is an exact slice that holds its clause, and the same each time', () => {
  const piece = fc.constantFrom(
    ...['They called. ', 'She won!', ' “Why?” ', 'I', '…', '\n\n', 'Linda ', '$5 ', '🙂', 'ﬁ ß'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(), (pieces, place) => {
      const text = pieces.join('');
      const clauses = segmentText(text).flatMap((sentence) => sentence.clauses);
      const clause = clauses[place % Math.max(1, clauses.length)];
      if (!clause) return;
      const quotation = quotationOf(text, clause) ?? assert.fail();
      const { start, end, clarity } = quotation;
      assert.equal(text.slice(start, end), quotation.text);
      assert.ok(start <= clause.start && clause.end <= end);
      assert.ok(clarity >= 0 && clarity <= 1);
      assert.deepEqual(quotationOf(text, clause), quotation);
    }),
  );
});

test('no words have no quotation, and 50,000 characters are read in no time', () => {
  assert.equal(quotationOf('', { start: 0, end: 0 }), undefined);
  assert.equal(quotationOf('  \n', { start: 0, end: 3 }), undefined);
  for (const text of ['^'.repeat(50_000), `kind ${'^ '.repeat(25_000)}`, 'my '.repeat(17_000)]) {
    const took = processorMs(() => quotationOf(text, { start: 0, end: 4 }));
    assert.ok(took < 1000, `it took ${took} ms`);
  }
});
