import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { measurePeople, measureReadings } from '../../../../scripts/lab/evaluate/readings.ts';
import { readMarks } from '../../../../scripts/lab/labeled/marks.ts';
import { demonstration, serve } from '../services.ts';
import { OPINIONS_FILE } from './readings.ts';

/** How much of what both readers marked is published, and how much of that a reader accepts, at least. */
const LEAST = {
  aspects: { opinionPrecision: 0.94, praiseRecall: 0.36, criticismRecall: 0.28 },
  people: { opinionPrecision: 0.97, praiseRecall: 0.44 },
};
/** How much is published on the side that no reader takes, at most. */
const MOST_CONTRARY = 0.029;

const { records } = await serve({ after }, demonstration());
const texts = records.reviews.map(({ id, reviewBody }) => ({ id, text: reviewBody }));
const marks = readMarks(OPINIONS_FILE, texts);

for (const [subject, measure] of [
  ['aspects', measureReadings],
  ['people', measurePeople],
] as const) {
  test(`what is published of ${subject} agrees with two readers as far as it did`, (t) => {
    const shares = measure(records.reviews, marks);
    for (const [measured, { n, value }] of Object.entries(shares)) {
      t.diagnostic(`${measured.padEnd(18)}${(100 * (value ?? 0)).toFixed(1)} % of ${n}`);
    }
    for (const [measured, least] of Object.entries(LEAST[subject])) {
      const value = shares[measured]?.value ?? 0;
      assert.ok(value >= least, `${measured}: ${value}`);
    }
    assert.ok((shares.opinionContrary?.value ?? 0) <= MOST_CONTRARY);
  });
}
