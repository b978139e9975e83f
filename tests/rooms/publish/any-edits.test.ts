import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError } from '#dataset/content-problem.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { DataMessage } from '../../../sidecar/publish/messages.ts';
import { ReleaseReceiver } from '../../../sidecar/publish/release-receiver.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';
import { runs } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { replaceFiles } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { hitsOf } from '../../support/review-source.ts';
import { anyHistory, type FolderState } from '../dataset/any-edits.ts';
import { createFailingStoreDisk, RESULT_CODES } from '../store/failing-store-disk.ts';
import { createPublishing, NOTHING } from './publishing.ts';

const textOf = ({ files }: FolderState): Files =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));

/** Asserts that the served and the stored release are as if made of the content, byte for byte. */
async function assertPublished(
  content: Files,
  served: Release | undefined,
  { files, dataset }: DataMessage,
  stateDir: string,
): Promise<void> {
  const { encoded, dataset: made, release } = await makeRelease(content);
  const stored = ReleaseStore.read(stateDir, assert.fail) ?? assert.fail('Nothing is stored.');
  assert.deepEqual(JSON.parse(Buffer.from(dataset).toString()).judged, made.judged);
  assert.ok(Buffer.from(stored.dataset ?? []).equals(dataset));
  assert.deepEqual(
    files.map(({ entry }) => entry.path),
    encoded.map(({ entry }) => entry.path),
  );
  for (const { entry } of files) {
    const { path } = entry;
    const kept = stored.files.find((file) => file.entry.path === path);
    const [expected, shown] = [release, served].map((one) => one?.files.get(path));
    for (const coding of REPRESENTATIONS) {
      const [expectedOne, shownOne] = [expected, shown].map((file) =>
        coding === 'identity' ? file?.identity : file?.coded.get(coding),
      );
      assert.equal(shownOne?.etag, expectedOne?.etag, `${path} ${coding}`);
      const bytes = joinPieces(expectedOne?.body ?? []);
      assert.ok(joinPieces(shownOne?.body ?? []).equals(bytes), `${path} ${coding}`);
      assert.ok(joinPieces(kept?.bodies[coding] ?? []).equals(bytes), `stored ${path} ${coding}`);
    }
  }
  for (const query of ['', 'informed', 'maria', 'e', 'straße', 'car crash']) {
    const asked = { limit: 10, ...(query && { query }) };
    const [expected, found] = await Promise.all([release.search(asked), served?.search(asked)]);
    assert.deepEqual(hitsOf(found), hitsOf(expected), query);
  }
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
  [code, when]: Parameters<typeof createFailingStoreDisk>,
): Promise<void> {
  const { disk: storeDisk, failAt } = createFailingStoreDisk(code, when);
  const publishing = createPublishing(t, {}, { storeDisk });
  const { loop, posted, newest, contentDir, stateDir } = publishing;
  const receiver = new ReleaseReceiver();
  let [served, received]: [Release | undefined, number] = [undefined, 0];
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
      for (const message of posted.slice(received)) served = receiver.receive(message) ?? served;
      received = posted.length;
      await assertPublished(textOf(state), served, newest(), stateDir);
    }
  }
  await loop.close();
}

test('after any edits and faults of the store, what is served and stored is made as from nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      anyFaults,
      fc.tuple(
        fc.constantFrom(...Object.values(RESULT_CODES)),
        fc.constantFrom('before' as const, 'after' as const),
      ),
      (states, faults, how) => publishHistory(t, states, faults, how),
    ),
    { numRuns: runs(40) },
  );
});
