import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markNegation } from '#insights/polarity/extract-features.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { measureSignals, SIGNALS } from '#insights/polarity/measure-signals.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

const findValued = createLexicon([
  ['good', 2],
  ['great', 3],
  ['bad', -2],
  ['result', 1],
]);

function listSignals(text: string): readonly number[] {
  const tokens = tokenize(text);
  return measureSignals(tokens, markNegation(tokens), findValued(tokens));
}

/** The signals by their names, rounded to six places. */
function measure(text: string): Readonly<Record<string, number>> {
  const signals = listSignals(text);
  assert.equal(signals.length, SIGNALS.length);
  return Object.fromEntries(
    SIGNALS.map((name, index) => [name, Math.round((signals[index] ?? 0) * 1e6) / 1e6]),
  );
}

test('each signal stands at the place of its name', () => {
  const six = (value: number) => Math.round(value * 1e6) / 1e6;
  const squash = (sum: number) => (3 * sum) / Math.sqrt(sum * sum + 15);
  assert.deepEqual(measure('A result! But bad, or is it?'), {
    valence: six(squash(-1)),
    praise: six(Math.log(2)),
    blame: six(Math.log(3)),
    strength: six(Math.log(4)),
    last: six(-2 / 3),
    highest: six(1 / 3),
    lowest: six(-2 / 3),
    afterContrast: six(squash(-2)),
    beforeContrast: six(squash(1)),
    turnedByNegation: 0,
    exclamations: 1,
    isQuestion: 1,
    length: six(Math.log(8) / 3),
    negated: 0,
  });
});

test('a negation turns a term, and makes it weaker', () => {
  const { praise, blame, highest, lowest, turnedByNegation, negated } = measure('not good');
  assert.deepEqual([praise, highest, negated], [0, 0, 0.25]);
  assert.equal(lowest, Math.round(-1.4e6 / 3) / 1e6);
  assert.ok(blame !== undefined && blame > 0);
  assert.ok(turnedByNegation !== undefined && turnedByNegation < 0);
  assert.ok((measure('not bad').praise ?? 0) > 0);
});

test('words of degree right before a term and capitals make it stronger or weaker', () => {
  const strengthOf = (text: string) => measure(text).highest ?? 0;
  const plain = strengthOf('good');
  for (const stronger of ['very good', 'GOOD']) assert.ok(strengthOf(stronger) > plain, stronger);
  assert.ok(strengthOf('somewhat good') < plain);
  assert.equal(strengthOf('very much good'), plain);
});

test('what stands around the last contrast is told apart', () => {
  const { beforeContrast, afterContrast } = measure('good but bad but great');
  assert.equal(beforeContrast, 0);
  assert.ok(afterContrast !== undefined && afterContrast > 0);
  const without = measure('good and bad and great');
  assert.deepEqual([without.beforeContrast, without.afterContrast], [0, 0]);
});

test('exclamations, questions and negated words are counted up to a bound', () => {
  const { exclamations, isQuestion, negated } = measure(
    `!!!!! ??? ${'not a b c d e f, '.repeat(9)}`,
  );
  assert.deepEqual([exclamations, isQuestion, negated], [3, 1, 3]);
});

test('every text has finite signals, and one without terms no valence', () => {
  assert.ok(listSignals('').every((signal) => signal === 0));
  fc.assert(fc.property(anyText, (text) => assert.ok(listSignals(text).every(Number.isFinite))));
});
