import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedList, spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { createAspectFinder, createTermFinder } from '#insights/aspects/find-aspects.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';

const wordsOf = (text: string) => listWords(tokenize(text));

/** Terms with less weight than this say only where a shorter term means something else. */
const LEAST_HINT = 0.5;

for (const trade of TRADES) {
  const { aspects } = shippedList(trade);
  const termsOf = ({ terms }: (typeof aspects)[number]) =>
    terms.map((term) => ({
      term,
      spelling: spellingOf(term),
      weight: typeof term === 'string' ? 1 : term.weight,
    }));

  test(`${trade}: a term finds its aspect where it is enough alone, and is found by no others`, () => {
    for (const aspect of aspects) {
      const find = createTermFinder(aspect);
      for (const { term, spelling, weight } of termsOf(aspect)) {
        assert.equal(find(wordsOf(spelling)).length > 0, weight >= 1, `${aspect.id}: ${spelling}`);
        const others = aspect.terms.filter((other) => other !== term);
        const isFound =
          createTermFinder({ ...aspect, terms: others })(wordsOf(spelling)).length > 0;
        assert.equal(isFound, weight < LEAST_HINT, `${aspect.id}: ${spelling}`);
      }
    }
  });
}

test('a sentence speaks of the aspects that people find in it', () => {
  for (const [trade, text, ...ids] of [
    ['law', 'They kept me in the loop', 'communication'],
    ['law', 'She knew her stuff and was honest with us', 'expertise', 'honesty'],
    ['law', 'We paid nothing until we won', 'value-and-fees'],
    ['hospitality', 'Wi-Fi kept dropping', 'wifi'],
    ['hospitality', 'no hot water in the shower', 'washrooms'],
    ['hospitality', 'a sofa with a view of the runway', 'comfort', 'atmosphere'],
    ['health', 'The dentist took the time to explain everything', 'bedside-manner', 'explanations'],
    ['home-services', 'They cleaned up after themselves', 'cleanliness'],
    ['retail', 'I got a refund within a week', 'returns'],
    ['general', 'The owner was friendly', 'staff'],
    ['law', 'This was just one of the dates they gave us'],
    ['law', 'My neck hurt as a result'],
    ['law', 'The insurance company was worth a billion'],
    ['hospitality', 'We sat there until it ended'],
    ['hospitality', 'It was available to us all'],
    ['general', 'We had a break and went home'],
    ['health', 'I was rushed to surgery'],
    ['retail', 'The exchange rate was bad that day'],
  ] as const) {
    const found = createAspectFinder(shippedList(trade).aspects)(wordsOf(text));
    assert.equal(found.map(({ id }) => id).join(), ids.join(), `${trade}: ${text}`);
  }
});
