import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError } from '#dataset/content-problem.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { EditedSearchIndex } from '#search/index/edited-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { readSearchDocuments } from '#search/search.ts';
import type { DataMessage, RebuildMessage } from '../../../sidecar/publish/messages.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';
import { runs } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { replaceFiles } from '../../support/edit-content.ts';
import { createFailingStoreDisk, RESULT_CODES } from '../../support/failing-disk.ts';
import { createPublishing, NOTHING } from '../../support/publishing.ts';
import { bytesAt, makeRelease } from '../../support/release.ts';
import { anyHistory, type FolderState } from '../dataset/any-edits.ts';

const textOf = ({ files }: FolderState): Files =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));

/** The indexes that a server has, by what it is handed. */
function createSearches() {
  const bases = new Map<number, SearchIndex>();
  return (posted: readonly RebuildMessage[], { manifest, search }: DataMessage) => {
    for (const message of posted) {
      if (message.type === 'index') bases.set(message.ordinal, new SearchIndex(message.index));
      if (message.type !== 'data' || message.search.base !== undefined) continue;
      bases.set(message.manifest.ordinal, new SearchIndex(message.search.index));
    }
    const base = bases.get(search.base ?? manifest.ordinal) ?? assert.fail('No such index.');
    return search.base !== undefined && search.edits
      ? new EditedSearchIndex(base, search.edits)
      : base;
  };
}

/** What is served and stored is what the content makes, byte for byte. */
async function assertPublished(
  content: Files,
  { files, dataset }: DataMessage,
  stateDir: string,
): Promise<SearchIndex> {
  const { encoded, dataset: made } = await makeRelease(content);
  const stored = ReleaseStore.read(stateDir, assert.fail) ?? assert.fail('Nothing is stored.');
  assert.deepEqual(JSON.parse(Buffer.from(dataset).toString()).judged, made.judged);
  assert.ok(Buffer.from(stored.dataset ?? []).equals(dataset));
  for (const { entry, bodies } of files) {
    const expected = bytesAt(encoded, entry.path);
    assert.ok(joinPieces(bodies.identity).equals(expected), entry.path);
    const kept = stored.files.find((file) => file.entry.path === entry.path);
    assert.ok(kept && joinPieces(kept.bodies.identity).equals(expected), `stored ${entry.path}`);
  }
  const reviewsJson = files.find(({ entry }) => entry.path === '/reviews.json');
  return new SearchIndex(buildSearchIndex(readSearchDocuments(reviewsJson?.bodies.identity ?? [])));
}

function isRight({ files }: FolderState): boolean {
  try {
    checkContent(files);
    return true;
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return false;
  }
}

const anyFaults = fc.array(fc.option(fc.integer({ min: 1, max: 40 }), { freq: 2 }), {
  minLength: 12,
  maxLength: 12,
});

async function publishHistory(
  t: TestContext,
  states: readonly FolderState[],
  faults: readonly (number | null)[],
  when: 'before' | 'after',
): Promise<void> {
  const { disk: storeDisk, failAt } = createFailingStoreDisk(RESULT_CODES.IOERR, when);
  const publishing = createPublishing(t, {}, { storeDisk });
  const { loop, posted, newest, contentDir, stateDir } = publishing;
  const searchOf = createSearches();
  for (const [step, state] of states.entries()) {
    const paths = replaceFiles(contentDir, textOf(state));
    failAt(faults[step] ?? Number.POSITIVE_INFINITY);
    await loop.rebuild({ paths, everything: step % 3 === 0 }).catch((error: unknown) => {
      assert.ok(error instanceof StoreFault);
    });
    failAt(Number.POSITIVE_INFINITY);
    // Every other fault is tried again before the next edit comes.
    if (step % 2 === 0 || step === states.length - 1) {
      await loop.rebuild(NOTHING);
      if (!isRight(state)) continue;
      const index = await assertPublished(textOf(state), newest(), stateDir);
      const search = searchOf(posted, newest());
      assert.equal(search.size, index.size);
      for (const query of ['informed', 'maria', 'e', 'straße', 'car crash']) {
        const asked = { query, limit: 10 };
        assert.deepEqual(search.search(asked), index.search(asked));
      }
    }
  }
  await loop.close();
}

test('after any edits and faults of the store, what is served and stored is made as from nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      anyFaults,
      fc.constantFrom('before' as const, 'after' as const),
      (states, faults, when) => publishHistory(t, states, faults, when),
    ),
    { numRuns: runs(15) },
  );
});
