import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markNegation } from '#insights/polarity/extract-features.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { measureSignals, SIGNALS } from '#insights/polarity/measure-signals.ts';
import { tokenize } from '#insights/text/tokenize.ts';

const findValued = createLexicon([
  ['good', 2],
  ['great', 3],
  ['bad', -2],
  ['result', 1],
]);

/** The signals by their names, rounded to six places. */
function measure(text: string): Readonly<Record<string, number>> {
  const tokens = tokenize(text);
  const signals = measureSignals(tokens, markNegation(tokens), findValued(tokens));
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

test('exclamations, questions and negated words are counted up to a bound', () => {
  const text = `!!!!! ??? ${'not a b c d e f, '.repeat(9)}`;
  const { exclamations, isQuestion, negated } = measure(text);
  assert.deepEqual([exclamations, isQuestion, negated], [3, 1, 3]);
});
