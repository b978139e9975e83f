import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../../../../../scripts/import/plan/plan.ts';
import { Memory } from '../../../../../scripts/import/plan/source-memory.ts';
import { ANNA, type Given, Store, TEXT } from './store.ts';

const INSTANT = '2026-03-01T20:15:00Z';

/** Returns the fate of each row, in a word. */
function fates({ added, updates, skipped }: Plan): string {
  return [
    ...added.map(({ isPending }) => (isPending ? 'pending' : 'new')),
    ...updates.map(() => 'stored'),
    ...skipped.map(() => 'skipped'),
  ].join(', ');
}

const A = { ...ANNA, sourceId: 'a1', dateCreated: INSTANT };
const RATING = { ...A, reviewBody: '' };
const HOUR = { ...A, dateCreated: '2026-03-01T06:00:00Z' };
const NOBODY = { authorName: undefined };
const B = { sourceId: 'b9' };
for (const [what, first, second, fate] of [
  ['the id', A, { ...ANNA, sourceId: 'a1', authorName: 'Olaf Tarn', rating: 1 }, 'stored'],
  ['name, instant and stars', A, { ...A, ...B, reviewBody: 'Other.' }, 'stored'],
  [
    'an instant, with fractions',
    A,
    { ...A, ...B, dateCreated: '2026-03-01T20:15:00.5Z' },
    'stored',
  ],
  ['author, instant and text', A, { ...A, ...B, rating: 1 }, 'stored'],
  ['the instant, on another day', A, { ...A, ...B, datePublished: '2026-03-02' }, 'stored'],
  ['no name, but instant and text', { ...A, ...NOBODY }, { ...A, ...B, ...NOBODY }, 'stored'],
  ['the day, without a time', A, { ...ANNA, ...B, rating: 1 }, 'stored'],
  ['the day, without an id', A, { ...ANNA, dateCreated: '2026-03-01T21:00:00Z' }, 'stored'],
  ['another time', A, { ...A, ...B, dateCreated: '2026-03-01T21:00:00Z' }, 'pending'],
  ['another text of the day', ANNA, { ...ANNA, reviewBody: 'Other.' }, 'pending'],
  ['a whole hour', HOUR, { ...HOUR, ...B, reviewBody: 'Other.' }, 'pending'],
  ['another name', A, { ...A, ...B, authorName: 'Anna Sanders' }, 'pending'],
  [
    'nothing but the day',
    A,
    { ...A, ...B, dateCreated: undefined, authorName: 'Olaf Tarn', reviewBody: '' },
    'new',
  ],
  ['a rating of the instant', RATING, { ...RATING, ...B }, 'stored'],
  ['a rating with other stars', RATING, { ...RATING, ...B, rating: 3 }, 'pending'],
  ['a rating of the day', RATING, { ...RATING, ...B, dateCreated: undefined }, 'pending'],
  ['a rating of the day, without ids', { ...ANNA, reviewBody: '' }, { ...RATING }, 'stored'],
  ['a rating without a name', { ...RATING, ...NOBODY }, { ...RATING, ...B, ...NOBODY }, 'pending'],
] as const) {
  test(`by ${what}, a row is ${fate}`, () => {
    const store = new Store();
    store.import([first]);
    assert.equal(fates(store.import([second])), fate);
    if (what === 'name, instant and stars') return;
    // Two rows of one export as well.
    const both = new Store().import([first, second]);
    assert.equal(fates(both), fate === 'stored' ? 'new, skipped' : 'new, new');
  });
}

const CHANGED: readonly Given[] = [
  { authorName: 'Anna Miller' },
  { authorName: undefined },
  { datePublished: '2026-03-02' },
  { reviewBody: 'I am 52.' },
  { sourceName: 'place.com' },
  { sourceName: 'place.com', reviewBody: 'I am 52.' },
];

test('a row without an id that may be a review of which something was removed is for a person', () => {
  for (const change of CHANGED) {
    const store = new Store();
    store.import([{}]);
    store.edit('I am 52 and', '[removed]');
    const isSame = change.sourceName !== undefined && change.reviewBody === undefined;
    assert.equal(fates(store.import([change])), isSame ? 'skipped' : 'pending');
    // Nor does its next change bring it back.
    const again = { ...change, rating: 1, datePublished: '2026-03-02', reviewBody: TEXT };
    assert.doesNotMatch(fates(store.import([again])), /new/);
  }
});

test('a review that was taken down stays away, whatever its source changes one after another', () => {
  for (const first of CHANGED) {
    for (const second of CHANGED) {
      const store = new Store();
      store.import([{}]);
      store.takeDown();
      for (const change of [first, { ...first, ...second }]) {
        assert.equal(
          fates(store.import([change, { authorName: 'Olaf Tarn', reviewBody: '' }])).replace(
            'new',
            'stored',
          ),
          'stored, skipped',
        );
      }
    }
  }
  const store = new Store();
  store.import([A]);
  store.edit(/^id: .*$/m, 'id: anna');
  store.import([A]);
  store.takeDown();
  const { skipped } = store.import([{ sourceId: 'a1', authorName: 'Olaf Tarn', reviewBody: '' }]);
  assert.match(skipped[0]?.reason ?? '', /is in removed\.yaml/);
});

test('a deleted review comes back pending', () => {
  const store = new Store();
  store.import([{}]);
  store.files.clear();
  assert.equal(fates(store.import([{ datePublished: '2026-03-02' }])), 'pending');
});

test('an export that is stored under another name of its source is refused', () => {
  const store = new Store();
  const rows = ['One.', 'Two.'].map((reviewBody) => ({ reviewBody }));
  store.import(rows);
  const others = rows.map((row) => ({ ...row, sourceName: 'place.com' }));
  assert.throws(() => store.import(others), /2 of these 2 reviews .* from Place\. .*--undo/);
  const { skipped } = store.import([...others, { reviewBody: '3' }, { reviewBody: '4' }]);
  assert.match(skipped[0]?.reason ?? '', /is stored already, from Place, in reviews\/2026/);
});

test('a name follows a policy, unless an editor wrote another', () => {
  const store = new Store();
  const named = (names: string | undefined, row: Given = {}) => {
    store.import([{ ...A, ...row }], { names });
    return store.only.review.author.name;
  };
  const policies = ['full', 'initials', undefined, 'first-initial'];
  assert.deepEqual(
    policies.map((one) => named(one)),
    ['Anna Smith', 'A. S.', 'A. S.', 'Anna S.'],
  );
  store.memory = new Memory('another salt');
  assert.deepEqual(
    policies.map((one) => named(one)),
    ['Anna S.', 'A. S.', 'A. S.', 'Anna S.'],
  );
  assert.equal(named(undefined, { authorName: undefined }), 'Anonymous');
  const edited = new Store();
  edited.import([A]);
  edited.edit('Anna S.', 'A client');
  const { updates } = edited.import([{ ...A, authorName: undefined }], { names: 'full' });
  assert.deepEqual(
    updates[0]?.conflicts.map(({ field }) => field),
    ['author'],
  );
  assert.equal(edited.only.review.author.name, 'A client');
});

test('a row whose reply would be earlier than the date that an editor set is skipped', () => {
  const store = new Store();
  store.import([A]);
  store.edit('datePublished: 2026-03-01', 'datePublished: 2026-03-04');
  const ownerReply = { text: 'Thanks.', datePublished: '2026-03-02' };
  const { skipped } = store.import([{ ...A, rating: 2, ownerReply }]);
  assert.match(skipped[0]?.reason ?? '', /the stored reply would be dated before the review/);
});

test('the same row is the same review, so that a corrected map corrects it', () => {
  const store = new Store();
  const row = { row: 'all cells', sourceId: undefined };
  store.import([{ ...row, reviewBody: 'A headline' }]);
  const { id } = store.only.review;
  const corrected = { ...row, datePublished: '2026-01-03' };
  assert.equal(fates(store.import([corrected])), 'stored');
  const { review } = store.only;
  assert.deepEqual([review.id, review.datePublished, review.reviewBody], [id, '2026-01-03', TEXT]);
  assert.equal(fates(store.import([{ ...corrected, sourceName: 'Elsewhere' }])), 'skipped');
});

test('a blank in the export of another tool deletes nothing', () => {
  const store = new Store();
  const ownerReply = { text: 'Thanks.', datePublished: '2026-03-02' };
  store.import([{ ...A, ownerReply }]);
  assert.equal(fates(store.import([{ ...A, sourceId: 'of another tool' }])), 'stored');
  assert.deepEqual(store.only.review.ownerReply, ownerReply);
  store.import([A]);
  assert.equal(store.only.review.ownerReply, undefined);
});
