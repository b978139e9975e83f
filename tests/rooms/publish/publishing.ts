import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { load } from '#release/load.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import {
  type PublisherMessage,
  type PublisherPort,
  toDataMessage,
} from '../../../sidecar/publish/messages.ts';
import { EVERYTHING, RebuildLoop } from '../../../sidecar/publish/rebuild-loop.ts';
import { loadStored } from '../../../sidecar/publish/store/load-stored.ts';
import { folderOf, ordinalsIn } from '../../../sidecar/publish/store/release-folders.ts';
import type { Dirty } from '../../../sidecar/publish/watch/debounce.ts';
import { StateLock } from '../../../sidecar/state-lock.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { BASE_URL } from '../../support/release.ts';

export { EVERYTHING };
export const NOTHING: Dirty = { paths: new Set(), everything: false };

/** The port of a publisher's thread, with the messages that the server gets. */
export function createPort() {
  const posted: PublisherMessage[] = [];
  const warnings: string[] = [];
  const port: PublisherPort = {
    post: (message) => posted.push(message),
    log: (level, message) => level === 'warn' && warnings.push(message),
    now: () => new Date('2026-11-21T08:00:00Z'),
    onRetry: () => {},
  };
  return {
    port,
    posted,
    warnings,
    /** The newest release that was handed over. */
    newest: () => {
      const last = posted.findLast((message) => message.type === 'data');
      return last ?? assert.fail('no release was handed over');
    },
    /** What could not be stored or read, by now. */
    faults: () =>
      posted.filter((message) => message.type === 'failed').flatMap(({ lines }) => lines),
  };
}

/** Locks STATE_DIR as the server does, until the lifetime ends. */
export function lockOf(lifetime: Lifetime, stateDir: string): string | undefined {
  const identity = StateLock.identify(stateDir);
  if (identity !== undefined) return identity;
  const lock = StateLock.take(stateDir);
  atEnd(lifetime, () => lock.release());
  return lock.identity;
}

/**
 * Publishes a content folder edit by edit in the test's own thread, as one that begins with what `folder`
 * holds.
 */
export function createPublishing(
  lifetime: Lifetime,
  content: Files | string,
  {
    folder = createFolder(lifetime),
    disk = DISK,
    announced = 0,
  }: { readonly folder?: string; readonly disk?: FileSystem; readonly announced?: number } = {},
) {
  const contentDir = typeof content === 'string' ? content : createContentFolder(lifetime, content);
  const stateDir = join(folder, 'state');
  const settings = {
    contentDir,
    outDir: join(folder, 'dist'),
    stateDir,
    baseUrl: BASE_URL,
    sidecarUrl: BASE_URL,
    watch: 'content',
    lock: lockOf(lifetime, stateDir),
    after: 0,
    announced,
  } as const;
  const { port, ...said } = createPort();
  const stored = loadStored(settings, port);
  const { release, isShown } = stored;
  if (release && isShown) port.post(toDataMessage(release.manifest, release, undefined));
  const { posted, newest } = said;
  return {
    contentDir,
    folder,
    stateDir,
    stored,
    loop: new RebuildLoop(settings, stored, port, disk),
    ...said,
    reviewsJson: () => joinPieces(newest().corpus.body).toString(),
    /** Writes some files, and reports their paths as changed. */
    save: (files: Files): Dirty => {
      saveFiles(contentDir, files);
      return { paths: new Set(Object.keys(files)), everything: false };
    },
    /** What is stored, which is what is served and nothing else. */
    loadKept: () => {
      assert.equal(posted.at(-1)?.type, 'stored');
      const [ordinal = 0, ...others] = ordinalsIn(stateDir);
      assert.deepEqual([ordinal, others], [newest().facts.ordinal, []]);
      return load(folderOf(stateDir, ordinal));
    },
  };
}
