import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Review } from '#dataset/review.ts';
import type { NotesOf } from '#insights/notes/notes.ts';
import { compareLists } from '../../../sidecar/store/compare-lists.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { storedReview } from '../../support/reviews.ts';
import { createEditions } from '../release/stored-release.ts';
import { createScriptedStoreDisk } from './failing-store-disk.ts';
import { wordsInFiles, wordsInRows } from './find-words.ts';

const KEY = 'key';
const [ONE, TWO, THREE] = [1, 2, 3].map((number) => storedReview({ id: `review-${number}` }));
assert.ok(ONE && TWO && THREE);
const ALL = [ONE, TWO, THREE];
const LEFT = [ONE, THREE];

/** A word that stands in the notes of a review, and nowhere else. */
const wordOf = (id: string) => `Notiz<${id}>`;
const notesOf: NotesOf = ({ id }) => ({ phrases: [wordOf(id)], mentions: [{ worth: 0.5 }] });
const notes = { key: KEY, of: notesOf };

/** A store that holds all reviews with their notes, and can fail. */
async function createNoted(t: TestContext) {
  const folder = createFolder(t);
  const file = join(folder, STORE_FILE);
  let failing = 'nothing';
  const disk = createScriptedStoreDisk((call) => (call.startsWith(failing) ? 'EIO' : undefined));
  const store = ReleaseStore.open(folder, { tell: assert.fail, disk });
  atEnd(t, () => store.close());
  const editions = createEditions();
  const first: StorableRelease = { ...(await editions.next(ALL)), notes };
  store.write(first);
  return {
    file,
    store,
    editions,
    first,
    fail: (call: string) => {
      failing = call;
    },
    /** The ids of the reviews whose notes can be read. */
    noted: ({ reviews }: StorableRelease = first) =>
      reviews.filter((review) => store.readNotes(review, KEY)).map(({ id }) => id),
    /** The ids of the reviews of whose notes there is a word in a row. */
    inRows: () => {
      const ids = ALL.map(({ id }) => id);
      const words = wordsInRows(file, ids.map(wordOf));
      return ids.filter((id) => words.includes(wordOf(id)));
    },
  };
}

test('notes are read as they were written, of the very same record by the same key', async (t) => {
  const { store, first } = await createNoted(t);
  for (const review of first.reviews) {
    assert.deepEqual(store.readNotes(review, KEY), notesOf(review));
    assert.equal(store.readNotes(review, 'another key'), undefined);
    const edited: Review = { ...review, reviewBody: 'They did not.' };
    assert.equal(store.readNotes(edited, KEY), undefined);
  }
});

test('notes by another key replace those that are stored', async (t) => {
  const { store, editions, first } = await createNoted(t);
  const other = { key: 'another key', of: () => ({ phrases: [], mentions: [] }) };
  store.write({ ...(await editions.next(ALL)), notes: other });
  for (const review of first.reviews) {
    assert.equal(store.readNotes(review, KEY), undefined);
    assert.deepEqual(store.readNotes(review, other.key), other.of());
  }
});

for (const isKnown of [true, false])
  test(`the notes of a removed review go with it, and leave the file with the erasure, where the edit is ${isKnown ? 'known' : 'not known'}`, async (t) => {
    const { store, file, editions, first, fail, noted, inRows } = await createNoted(t);
    const next = { ...(await editions.next(LEFT)), notes };
    const edit = isKnown ? compareLists(first.reviews, next.reviews) : 'everything';
    fail('COMMIT');
    assert.throws(() => store.write(next, edit));
    assert.deepEqual(noted(), ['review-1', 'review-2', 'review-3']);
    fail('nothing');
    store.write(next, edit);
    assert.deepEqual([noted(), inRows()], [LEFT, LEFT].map(idsOf));
    assert.equal(store.residue, 'removed');
    store.erase(next);
    assert.deepEqual(wordsInFiles([file, `${file}-journal`], [wordOf('review-2')]), []);
    assert.deepEqual(noted(), idsOf(LEFT));
  });

test('notes of a review that an earlier program removed, which knew of none, are removed and erased', async (t) => {
  const { store, file, editions, noted, inRows } = await createNoted(t);
  const database = new DatabaseSync(file);
  database.exec("DELETE FROM reviews WHERE id = 'review-2'");
  database.close();
  const next = { ...(await editions.next(LEFT)), notes };
  store.write(next);
  assert.deepEqual([noted(), inRows()], [LEFT, LEFT].map(idsOf));
  assert.equal(store.residue, 'removed');
  store.erase(next);
  assert.deepEqual(wordsInFiles([file, `${file}-journal`], [wordOf('review-2')]), []);
});

test('a release without notes leaves those that are stored, save of reviews that it changes or lacks', async (t) => {
  const { store, editions, first, noted, inRows } = await createNoted(t);
  const same = await editions.next(ALL);
  store.write(same);
  assert.deepEqual(noted(same), idsOf(ALL));
  const edited = await editions.next([{ ...ONE, reviewBody: 'They did not.' }, TWO, THREE]);
  store.write(edited, compareLists(first.reviews, edited.reviews));
  assert.deepEqual(
    [noted(edited), inRows()],
    [
      [TWO, THREE],
      [TWO, THREE],
    ].map(idsOf),
  );
  store.write(await editions.next([TWO]));
  assert.deepEqual(inRows(), idsOf([TWO]));
});

function idsOf(reviews: readonly { readonly id: string }[]): string[] {
  return reviews.map(({ id }) => id);
}
