import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { FORMAT } from '#release/manifest.ts';
import { reviewsJsonOf, withoutCodings } from '#release/release.ts';
import { readStoredEntities } from '#release/stored-dataset.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { createLoop } from '../../../sidecar/publish/follow-content.ts';
import {
  NOTHING_BEFORE,
  type RebuildMessage,
  type RebuildPort,
  type Served,
} from '../../../sidecar/publish/messages.ts';
import type { Dirty } from '../../../sidecar/publish/watch/debounce.ts';
import { GitLock } from '../../../sidecar/publish/watch/git.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import type { StoreDisk } from '../../../sidecar/store/store-disk.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { BASE_URL } from '../../support/release.ts';

export const EVERYTHING: Dirty = { paths: new Set(), everything: true };
export const NOTHING: Dirty = { paths: new Set(), everything: false };

type Settings = {
  /** Where an earlier one has stored its releases. */
  readonly folder?: string;
  readonly disk?: FileSystem;
  readonly storeDisk?: StoreDisk;
  /** Otherwise what is stored. */
  readonly served?: Served;
  readonly isWithheld?: boolean;
  /** Otherwise the ordinal of what is stored. */
  readonly after?: number;
};

/** The port of a rebuild, with the messages that it got. */
export function createPort() {
  const posted: RebuildMessage[] = [];
  const warnings: string[] = [];
  const port: RebuildPort = {
    post: (message) => posted.push(message),
    log: (level, message) => level === 'warn' && warnings.push(message),
    now: () => new Date('2026-11-21T08:00:00Z'),
    collectGarbage: () => {},
    onRetry: () => {},
  };
  return { port, posted, warnings };
}

/**
 * Publishes a content folder edit by edit in the test's own thread, until the lifetime ends. It goes on
 * from the newest release that was stored.
 */
export function createPublishing(
  lifetime: Lifetime,
  content: Files | string,
  {
    folder = createFolder(lifetime),
    disk = DISK,
    storeDisk,
    served,
    isWithheld = false,
    after,
  }: Settings = {},
) {
  const contentDir = typeof content === 'string' ? content : createContentFolder(lifetime, content);
  const { port, ...said } = createPort();
  const { posted } = said;
  const stateDir = join(folder, 'state');
  const stored = readStored(stateDir);
  const loop = createLoop(
    {
      contentDir,
      outDir: join(folder, 'dist'),
      stateDir,
      baseUrl: BASE_URL,
      watch: 'content',
      ...NOTHING_BEFORE,
      served: served ?? stored,
      isWithheld,
      after: after ?? stored?.release.manifest.ordinal ?? 0,
    },
    port,
    new AbortController().signal,
    new GitLock({ now: () => performance.now(), warn: () => {} }),
    disk,
    storeDisk,
  );
  atEnd(lifetime, () => loop.close());
  const newest = () => {
    const last = posted.findLast(({ type }) => type === 'data');
    assert.ok(last?.type === 'data');
    return last;
  };
  return {
    contentDir,
    folder,
    stateDir,
    loop,
    ...said,
    /** The newest release. */
    newest,
    reviewsJson: () => joinPieces(newest().corpus.body).toString(),
    /** Writes some files, and reports their paths as changed. */
    save: (files: Files): Dirty => {
      saveFiles(contentDir, files);
      return { paths: new Set(Object.keys(files)), everything: false };
    },
    /** The store holds what is served, and no fault is left. */
    assertKept: () => {
      assert.equal(posted.at(-1)?.type, 'kept');
      const read = ReleaseStore.read(stateDir, assert.fail);
      const { manifest, files } = newest();
      assert.equal(read?.manifest.ordinal, manifest.ordinal);
      assert.deepEqual(
        read.files.map(({ entry }) => entry),
        files.map(({ entry }) => entry),
      );
    },
  };
}

/** The stored release, as a server that starts gives it to the thread. */
function readStored(stateDir: string): Served | undefined {
  const release = ReleaseStore.read(stateDir);
  if (!release) return undefined;
  const isOurs = release.manifest.format === FORMAT;
  const corpus = isOurs ? readCorpus(reviewsJsonOf(release.files)) : undefined;
  return {
    from: 'store',
    release: { ...release, files: release.files.map(withoutCodings) },
    corpus,
    names: release.dataset && isOurs ? readStoredEntities(release.dataset).names : undefined,
  };
}
