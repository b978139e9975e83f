import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintsOnNames } from '#agents/named-entities.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);

for (const [asked, suggestion] of [
  ['Maria', '"María López"'],
  ['lopez', '"María López"'],
  ['maria lopes', '"María López"'],
  ['mr. lopez', '"María López"'],
  ['Wei Zang', '"Wei Zhang"'],
  ['a', '"María López" or "Wei Zhang"'],
  ['Nobody at all', undefined],
  ['\u0301', undefined],
] as const) {
  test(`${JSON.stringify(asked)} may mean ${suggestion ?? 'nobody'}`, async () => {
    const meant = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
    assert.deepEqual(await hintsOnNames({ mentions_technician: asked }, source), [
      `No technician is called ${JSON.stringify(asked)}.${meant} list_entities lists them.`,
    ]);
  });
}

test('services are found by name and alias, and suggested by id', async () => {
  for (const asked of ['Car accident', 'car crash', 'CAR-ACCIDENT', 'car_accident']) {
    assert.deepEqual(await hintsOnNames({ mentions_service: asked }, source), [
      `No service has the id "${asked}". Did you mean "car-accident"? list_entities lists them.`,
    ]);
  }
});

test('of names that somebody has nothing is said', async () => {
  const asked = { mentions_technician: 'MS. LOPEZ', mentions_service: 'divorce' };
  assert.deepEqual(await hintsOnNames(asked, source), []);
  assert.deepEqual(await hintsOnNames({}, source), []);
});

test('whole characters are repeated of what was asked, 60 units at most', async () => {
  const [hint = ''] = await hintsOnNames({ mentions_technician: '👩'.repeat(200) }, source);
  assert.ok(hint.startsWith(`No technician is called "${'👩'.repeat(30)}". `), hint);
});
