import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pino } from 'pino';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { FORMAT } from '#release/manifest.ts';
import { reviewsJsonOf, withoutCodings } from '#release/release.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { createLoop } from '../../sidecar/publish/follow-content.ts';
import type { DataMessage, RebuildMessage, Served } from '../../sidecar/publish/messages.ts';
import { NOTHING_BEFORE } from '../../sidecar/publish/messages.ts';
import { PublishThread, REBUILD_WORKER } from '../../sidecar/publish/publish.ts';
import type { RebuildLoop } from '../../sidecar/publish/rebuild-loop.ts';
import { RebuildStatus } from '../../sidecar/publish/rebuild-status.ts';
import { ReleaseReceiver } from '../../sidecar/publish/release-receiver.ts';
import { GitLock } from '../../sidecar/publish/watch/git.ts';
import { CurrentRelease } from '../../sidecar/release/current-release.ts';
import { ReleaseStore } from '../../sidecar/store/release-store.ts';
import type { StoreDisk } from '../../sidecar/store/store-disk.ts';
import { Supervisor } from '../../sidecar/supervisor.ts';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { BASE_URL } from './release.ts';

type Settings = {
  readonly contentDir: string;
  /** For what it stores, or an earlier one has stored. */
  readonly folder: string;
  readonly disk?: FileSystem;
  readonly storeDisk?: StoreDisk;
  /** Otherwise what is stored. */
  readonly served?: Served;
};

/** What publishes a content folder edit by edit, in the test's own thread. */
export type Publishing = {
  readonly loop: RebuildLoop;
  readonly posted: readonly RebuildMessage[];
  /** The newest release. */
  readonly newest: () => DataMessage;
  readonly warnings: readonly string[];
};

/** Goes on from the newest release that was stored. */
export function createPublishing({
  contentDir,
  folder,
  disk = DISK,
  storeDisk,
  served,
}: Settings): Publishing {
  const posted: RebuildMessage[] = [];
  const warnings: string[] = [];
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
      after: stored?.release.manifest.ordinal ?? 0,
    },
    {
      post: (message) => posted.push(message),
      log: (level, message) => level === 'warn' && warnings.push(message),
      now: () => new Date('2026-11-21T08:00:00Z'),
      onRetry: () => {},
    },
    new AbortController().signal,
    new GitLock({ now: () => performance.now(), warn: () => {}, disk }),
    disk,
    storeDisk,
  );
  return {
    loop,
    posted,
    warnings,
    newest: () => {
      const last = posted.findLast(({ type }) => type === 'data');
      assert.ok(last?.type === 'data');
      return last;
    },
  };
}

/** What is stored, as a server that starts gives it to the thread. */
function readStored(stateDir: string): Served | undefined {
  const release = ReleaseStore.read(stateDir);
  if (!release) return undefined;
  const isOurs = release.manifest.format === FORMAT;
  const corpus = isOurs ? readCorpus(reviewsJsonOf(release.files)) : undefined;
  return {
    from: 'store',
    release: { ...release, files: release.files.map(withoutCodings) },
    corpus,
  };
}

/** The rebuild as the service runs it, without HTTP: its releases come to the test's own process. */
export function startRebuilding(
  lifetime: Lifetime,
  // What it stores is in `folder`.
  { contentDir, folder }: { readonly contentDir: string; readonly folder: string },
): {
  readonly current: CurrentRelease;
  readonly status: RebuildStatus;
  readonly rebuilding: PublishThread;
} {
  const current = new CurrentRelease();
  const status = new RebuildStatus();
  const log = pino({ level: 'silent' });
  const rebuilding = new PublishThread({
    settings: {
      contentDir,
      outDir: join(folder, 'dist'),
      stateDir: join(folder, 'state'),
      baseUrl: BASE_URL,
      watch: 'content',
      ...NOTHING_BEFORE,
    },
    current,
    receiver: new ReleaseReceiver(undefined),
    status,
    supervisor: new Supervisor({ log }),
    worker: REBUILD_WORKER,
    log,
  });
  atEnd(lifetime, () => rebuilding.stop());
  return { current, status, rebuilding };
}
