import { join } from 'node:path';
import { pino } from 'pino';
import { artifactAt } from '#artifacts/catalog.ts';
import { newestManifest, readManifest } from '#release/manifest-file.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { announce } from './announce.ts';
import { createApp } from './app.ts';
import { ConfigError, findMisspelt, publicOrigin, readConfig } from './config.ts';
import { drainOnSignal } from './drain.ts';
import { HubThread } from './hub/hub-thread.ts';
import { createHubAccess, type HubAccess } from './hub/request/hub-access.ts';
import { HUB_FILE } from './hub/store/store-file.ts';
import { ListenError, listen } from './listen.ts';
import { McpLoader } from './mcp/mcp-loader.ts';
import { RebuildStatus } from './rebuild/rebuild-status.ts';
import { NothingToServeError, Rebuilding, type RebuildingParts } from './rebuild/rebuilding.ts';
import { ReleaseReceiver } from './rebuild/release-receiver.ts';
import { showsRemoved } from './rebuild/shows-removed.ts';
import { CurrentRelease } from './release/current-release.ts';
import { loadNewest } from './release/load-newest.ts';
import { readPackedManifest } from './release/packed-manifest.ts';
import { createRelease } from './release/release.ts';
import { BUNDLE_SCRIPT, loadBundle, loadEarlierAssets } from './render/load-bundle.ts';
import { PageCoder } from './render/page-coder.ts';
import { Pages } from './render/pages.ts';
import { createReplyAtOnce } from './routes/at-once.ts';
import { createHttpServer } from './server.ts';
import { showProgress } from './show-progress.ts';
import { Supervisor } from './supervisor.ts';
import { answerOnWire } from './wire/answer-on-wire.ts';

/** What may be another than in a deployment: the threads and who watches them, the bundling. */
type Options = Partial<Pick<RebuildingParts, 'worker' | 'reached'>> & {
  readonly hubWorker?: URL;
  readonly bundleScript?: string;
};

/**
 * The composition root: reads the environment, listens, serves the newest release on disk, and has
 * the content published whenever it changes.
 */
export async function serve({
  bundleScript = BUNDLE_SCRIPT,
  hubWorker,
  ...hooks
}: Options = {}): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  for (const line of findMisspelt()) log.warn(line);
  const current = new CurrentRelease();
  const status = new RebuildStatus();
  const tell = (said: string) => log.info(said);
  const bundling = { stateDir: config.stateDir, script: bundleScript, tell };
  const supervisor = new Supervisor({ log });
  const coder = new PageCoder({ supervisor });
  const pages = new Pages({
    current,
    load: (stop) => loadBundle(bundling, stop),
    loadEarlierAssets: () => loadEarlierAssets(bundling),
    encodePage: (html) => coder.encode(html),
    memoryBytes: config.pageMemoryBytes,
    supervisor,
    log,
  });
  const replyAtOnce = createReplyAtOnce({ pages, sinceIsCounted: config.rateLimitPerMinute > 0 });
  let access: HubAccess | undefined;
  let mcp: McpLoader | undefined;
  const app = createApp({
    ...config,
    current,
    pages,
    status,
    hub: () => access,
    mcp: () => mcp,
    supervisor,
    log,
  });
  const server = createHttpServer(current, replyAtOnce, app);
  const wire = answerOnWire(server, current, replyAtOnce);
  const signal = drainOnSignal(server, wire, current, log);

  const port = await listen(server, config.port, config.host);
  log.info({ host: config.host, port }, `listening on port ${port}`);
  const baseUrl = publicOrigin(config, port);
  const progress = await showProgress(log);
  if (signal.aborted) return;
  const { databaseUrl } = config;
  const file = join(config.stateDir, HUB_FILE);
  const hub = new HubThread({
    settings: { settings: config.hub, baseUrl, databaseUrl, file },
    supervisor,
    log,
    ...(hubWorker && { worker: hubWorker }),
  });
  access = createHubAccess(hub, config.hub, baseUrl);
  current.on('published', ({ release }) => hub.publish(release));
  mcp = new McpLoader({ ...config, baseUrl, current, log });
  let rebuilding: Rebuilding | undefined;
  signal.addEventListener('abort', () => {
    supervisor.stop();
    void rebuilding?.stop();
    void hub.stop();
    void mcp?.close();
  });
  try {
    const newest = loadNewest({ ...config, key: releaseKeyOf([], baseUrl) }, log);
    // Another program or origin made it: not served, but ordinals and dates go on from there.
    const before = newest
      ? undefined
      : newestManifest([readManifest(config.outDir), readPackedManifest(config.stateDir)]);
    const isHeldBack = newest !== undefined && showsRemoved(newest.parts, config);
    const searchable =
      newest && !isHeldBack && current.swap(createRelease(newest.parts, pages.read));
    rebuilding = new Rebuilding({
      settings: {
        contentDir: config.contentDir,
        outDir: config.outDir,
        stateDir: config.stateDir,
        baseUrl,
        watch: config.watch,
        served: newest && { ...newest.stored, ordinal: newest.parts.ordinal },
        isHeldBack,
        isIndexed: newest !== undefined,
        previous: before?.entries.filter(({ path }) => artifactAt(path)) ?? [],
        after: newest?.parts.ordinal ?? before?.ordinal ?? 0,
      },
      current,
      receiver: new ReleaseReceiver(newest?.parts, pages.read),
      status,
      log,
      tell: progress.tell,
      ...hooks,
    });
    // Not before there are data: bundling would take a processor from what makes the first ones.
    const paged = rebuilding.first.then(() => pages.start(signal));
    await Promise.all([paged, searchable]);
    progress.end();
    if (signal.aborted) return;
    if (current.release) announce(current.release, log);
    await mcp.load();
  } catch (error) {
    progress.end();
    await Promise.all([rebuilding?.stop(), hub.stop()]);
    server.close();
    server.closeAllConnections();
    wire.closeAll();
    if (!signal.aborted) throw error;
  }
}

/** Whether an error is one that an operator can mend, and says so itself. */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof NothingToServeError ||
    error instanceof ListenError
  );
}
