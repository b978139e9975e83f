import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { ContentError } from '#dataset/content-problem.ts';
import type { LoadedRelease } from '#release/load.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { DataMessage } from '../../../sidecar/publish/messages.ts';
import { createRelease } from '../../../sidecar/release/release.ts';
import { runs } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { replaceFiles } from '../../support/content-folder.ts';
import { digestsOf, makeRelease } from '../../support/release.ts';
import { anyHistory, type FolderState } from '../dataset/any-edits.ts';
import { createPublishing, NOTHING } from './publishing.ts';

const textOf = ({ files }: FolderState): Files =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));

/** Asserts that the served and the stored release are as if made of the content, byte for byte. */
async function assertPublished(
  content: Files,
  served: DataMessage,
  stored: LoadedRelease,
): Promise<void> {
  const { encoded, dataset, data, release } = await makeRelease(content);
  assert.deepEqual(stored.dataset, dataset);
  assert.deepEqual(digestsOf(stored), digestsOf(data));
  const pathsOf = (files: typeof encoded) => files.map(({ entry }) => entry.path);
  assert.deepEqual(
    [pathsOf(served.files), pathsOf(stored.files)],
    [pathsOf(encoded), pathsOf(encoded)],
  );
  for (const [at, { entry, bodies }] of encoded.entries()) {
    const [shown, kept] = [served.files[at]?.bodies, stored.files[at]?.bodies];
    for (const coding of REPRESENTATIONS) {
      // The pool makes those that are missing.
      const body = shown?.[coding] ?? (coding === 'identity' ? [] : bodies[coding]);
      const bytes = joinPieces(bodies[coding] ?? []);
      assert.ok(joinPieces(body ?? []).equals(bytes), `${entry.path} ${coding}`);
    }
    assert.ok(joinPieces(kept?.identity ?? []).equals(joinPieces(bodies.identity)), entry.path);
  }
  const { search } = createRelease(served, Promise.resolve(served.index ?? stored.index()));
  for (const query of ['', 'informed', 'maria', 'e', 'straße', 'car crash']) {
    const asked = { limit: 10, ...(query && { query }) };
    assert.deepEqual(await search(asked), await release.search(asked), query);
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

const idOf = (text: string) => /^id: (.+)$/m.exec(text)?.[1];

/**
 * The reviews that were written beside another with their id, and are as they were then. Such a copy does
 * not take the place of its original, so what is published depends on what was there before.
 */
function copiesIn(files: Files, before: Files, copies: ReadonlySet<string>): ReadonlySet<string> {
  const reviews = Object.keys(files).filter((path) => /^reviews\/.*\.md$/.test(path));
  const textAt = (path: string) => String(files[path]);
  const isBesideOther = (path: string) =>
    reviews.some((other) => other !== path && idOf(textAt(other)) === idOf(textAt(path)));
  return new Set(
    reviews.filter((path) =>
      textAt(path) === String(before[path]) ? copies.has(path) : isBesideOther(path),
    ),
  );
}

/** What happens to the disk or the process before an edit. */
const anyMishap = fc.constantFrom(
  'none',
  'none',
  'blocked',
  'emptied',
  'restart',
  'blocked restart',
);

async function publishHistory(
  t: TestContext,
  states: readonly FolderState[],
  mishaps: readonly string[],
): Promise<void> {
  let publishing = createPublishing(t, {});
  const { contentDir, stateDir, folder } = publishing;
  const releases = join(stateDir, 'releases');
  let [before, copies]: [Files, ReadonlySet<string>] = [{}, new Set()];
  for (const [step, state] of states.entries()) {
    const mishap = mishaps[step] ?? 'none';
    const isBlocked = mishap.includes('blocked');
    const aside = join(folder, 'aside');
    if (mishap === 'emptied') rmSync(releases, { recursive: true, force: true });
    if (isBlocked) {
      mkdirSync(releases, { recursive: true });
      renameSync(releases, aside);
      writeFileSync(releases, '');
    }
    if (mishap.includes('restart')) publishing = createPublishing(t, contentDir, { folder });
    const { loop, newest, loadKept } = publishing;
    const files = textOf(state);
    const paths = replaceFiles(contentDir, files);
    copies = copiesIn(files, before, copies);
    before = files;
    await loop.rebuild({ paths, everything: step % 3 === 0 });
    if (isBlocked) {
      rmSync(releases);
      renameSync(aside, releases);
    }
    await loop.rebuild(NOTHING);
    if (isRight(state) && copies.size === 0) await assertPublished(files, newest(), loadKept());
  }
}

test('after any edits but copies, restarts and faults of the disk, what is served and stored is made as from nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.array(anyMishap, { minLength: 12, maxLength: 12 }),
      (states, mishaps) => publishHistory(t, states, mishaps),
    ),
    { numRuns: runs(40) },
  );
});
