import { join } from 'node:path';
import { pino } from 'pino';
import { NOTHING_BEFORE } from '../../sidecar/publish/messages.ts';
import { PublishThread, REBUILD_WORKER } from '../../sidecar/publish/publish.ts';
import { RebuildStatus } from '../../sidecar/publish/rebuild-status.ts';
import { ReleaseReceiver } from '../../sidecar/publish/release-receiver.ts';
import { CurrentRelease } from '../../sidecar/release/current-release.ts';
import { Supervisor } from '../../sidecar/supervisor.ts';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { BASE_URL } from './release.ts';

type Settings = {
  readonly contentDir: string;
  /** For what it stores. */
  readonly folder: string;
};

/** The rebuild as the service runs it, without HTTP: its releases come to the test's own process. */
export function startRebuilding(
  lifetime: Lifetime,
  { contentDir, folder }: Settings,
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
