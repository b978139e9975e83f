import type { RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Begun } from './begin.ts';
import { ConfigError, describeFolder, findMisspelt, publicOrigin } from './config/config.ts';
import { drainOnSignal } from './drain.ts';
import { Clients } from './http/client.ts';
import { createHttpServer, ListenError, listen } from './http/http.ts';
import { limitConnections, readOpenFilesLimit } from './http/limit-connections.ts';
import { RequestLimit } from './http/rate-limit.ts';
import { HUB_FILE } from './hub/hub-settings.ts';
import { HUB_WORKER, HubThread } from './hub/hub-thread.ts';
import { createHubAccess, type HubAccess } from './hub/request.ts';
import { McpLoader } from './mcp/mcp.ts';
import { Pool } from './pool/pool.ts';
import { toServed } from './publish/messages.ts';
import { NothingToServeError, PublishThread, REBUILD_WORKER } from './publish/publish.ts';
import { RebuildStatus } from './publish/rebuild-status.ts';
import { ReleaseReceiver } from './publish/release-receiver.ts';
import { ReleaseCodings } from './release/codings.ts';
import { CurrentRelease } from './release/current-release.ts';
import { createDataOnlyRelease, createRelease, type Release } from './release/release.ts';
import { ReleaseLoader } from './release/release-loader.ts';
import { askPage } from './render/asked-page.ts';
import { BUNDLE_SCRIPT, loadBundle, loadEarlierAssets } from './render/bundle.ts';
import { Pages } from './render/render.ts';
import { Rasterizer } from './render/threads/rasterizer.ts';
import { Answers } from './routes/answers/answers.ts';
import { createLookup } from './routes/fast-path.ts';
import { boundHeaps, letHeapsGrow } from './spare-memory.ts';
import { StateLockedError } from './state-lock.ts';
import { Supervisor } from './supervisor.ts';
import { openTerminal } from './terminal.ts';

/** Time for clients that wait for the first data; large files get more. */
const FIRST_ANSWERS_MS = 20;
const BYTES_PER_MS = 100_000;
/** Then time for clients that wait for pages, where these need no bundling first. */
const FIRST_PAGES_MS = 500;

/** The composition root: listens, serves the newest release on disk, and publishes edits. */
export async function serve(begun: Begun): Promise<void> {
  const { config, lock, lockFault, loadThread, places } = begun;
  const loader = new ReleaseLoader(loadThread);
  const { log, progress, announce } = await openTerminal(config);
  for (const line of findMisspelt()) log.warn(line);
  // A replica reads no content.
  if (config.watch !== 'release') log.info(describeFolder(config.contentDir));
  const supervisor = new Supervisor({ log });
  if (!lock) {
    log.warn(
      { cause: String(lockFault) },
      `STATE_DIR ${config.stateDir} cannot be written: releases are made from the content and kept in memory`,
    );
  }
  const current = new CurrentRelease();
  const status = new RebuildStatus();
  const tell = (said: string) => log.info(said);
  const bundling = { stateDir: config.stateDir, script: BUNDLE_SCRIPT, tell };
  const pool = new Pool({ supervisor });
  const codings = new ReleaseCodings({ current, pool, supervisor });
  const pages = new Pages({
    current,
    load: (stop) => loadBundle(bundling, stop),
    loadEarlierAssets: () => loadEarlierAssets(bundling),
    encodePage: pool.encodePage,
    memoryBytes: config.pageMemoryBytes,
    supervisor,
    log,
  });
  const answers = new Answers({ current });
  const { rasterize } = new Rasterizer({ supervisor, pool });
  const limit = new RequestLimit({ perMinute: config.rateLimitPerMinute });
  const clients = new Clients({ trustProxy: config.trustProxy, log });
  let access: HubAccess | undefined;
  let origin = begun.baseUrl ?? '';
  let mcp: McpLoader | undefined;
  const app = Promise.withResolvers<RequestListener>();
  const http = createHttpServer({
    served: current,
    lookupReply: createLookup({ current, pages, answers, isLimited: !limit.isOff }),
    limit,
    clients,
    headers: config.hsts === undefined ? [] : ['Strict-Transport-Security', config.hsts],
    origin: () => origin,
    app: (request, response) => void app.promise.then((answer) => answer(request, response)),
  });
  const { server } = http;
  limitConnections(server, {
    maxConnections: config.maxConnections,
    // As many deliveries as verifications.
    outgoing: 2 * config.hub.concurrency,
    openFiles: readOpenFilesLimit(),
    log,
  });
  const signal = drainOnSignal(http, current, log);

  const listenNow = async (): Promise<number> => {
    const port = await listen(server, config.port, config.host);
    log.info({ host: config.host, port }, `listening on port ${port}`);
    return port;
  };
  // Connections are accepted only once they can be answered. Before a release is loaded the service
  // listens only where the origin follows from a port that the system chooses.
  const isOriginKnown = begun.baseUrl !== undefined;
  const baseUrl = begun.baseUrl ?? publicOrigin(config, await listenNow());
  origin = baseUrl;
  if (!isOriginKnown) loadThread.ask({ ...places, baseUrl });
  if (signal.aborted) return;
  const { databaseUrl, stateDir, watch } = config;
  const hub = new HubThread({
    settings: { settings: config.hub, baseUrl, databaseUrl, file: join(stateDir, HUB_FILE) },
    supervisor,
    log,
    worker: HUB_WORKER,
  });
  access = createHubAccess(hub, config.hub, baseUrl);
  current.on('published', ({ release }) => hub.publish(release));
  current.on('withdrawn', () => hub.withdraw());
  mcp = new McpLoader({ ...config, baseUrl, current, clients, log });
  let rebuilding: PublishThread | undefined;
  if (!isatty(0)) {
    process.on('SIGHUP', (signal) => {
      log.info({ signal }, 'looking for changes now');
      rebuilding?.look();
    });
  }
  signal.addEventListener('abort', () => {
    letHeapsGrow();
    supervisor.stop();
    codings.stop();
    void loader.stop();
    void rebuilding?.stop();
    void hub.stop();
    void mcp?.close();
  });
  try {
    const { release, whole, isWithheld, previous, after } = await loader.load(log);
    if (signal.aborted) return;
    const first = whole
      ? createRelease(whole, pages.read)
      : release && createDataOnlyRelease(release);
    if (isOriginKnown) await listenNow();
    // In the same turn of the loop, before any request is read.
    const searchable = first && !isWithheld ? current.swap(first) : Promise.resolve();
    // Awaited below.
    searchable.catch(() => {});
    // The next steps keep the processors busy: clients that wait for data come first.
    if (current.release)
      await setTimeout(FIRST_ANSWERS_MS + lengthOfLargest(current.release) / BYTES_PER_MS);
    // Only requests that need the routes wait while these are loaded.
    const { createApp } = await import('./routes/routes.ts');
    const { Formats } = await import('./formats/formats.ts');
    const formats = new Formats({ current, stateDir, pool, supervisor });
    // Requests in flight may still wait for a format.
    server.once('close', () => void formats.close());
    const tools = { rasterize, formats: formats.figures };
    const sources = {
      current,
      pages,
      answers,
      formats,
      tools,
      status,
      hub: () => access,
      mcp: () => mcp,
    };
    app.resolve(createApp({ ...config, ...sources, baseUrl, clients, limit, supervisor, log }));
    if (signal.aborted) return;
    const paged = current.release && pages.start(signal);
    if (paged) {
      // A failure is reported where it happens.
      const home = paged.then(() => pages.render(askPage('/'))).catch(() => {});
      await Promise.race([home, setTimeout(FIRST_PAGES_MS, undefined, { ref: false })]);
    }
    if (signal.aborted) return;
    rebuilding = new PublishThread({
      settings: {
        ...places,
        baseUrl,
        served: release && toServed(release),
        isWithheld,
        previous,
        // A replica makes no releases, and takes those newer than what it serves.
        after: watch === 'release' ? (whole?.ordinal ?? 0) : after,
      },
      current,
      receiver: new ReleaseReceiver(pages.read),
      status,
      supervisor,
      log,
      tell: (doing) => progress.tell(doing),
      worker: REBUILD_WORKER,
    });
    // Not before there are data: bundling would take a processor from what makes the first ones.
    const startPages = () => {
      progress.tell('Preparing the pages');
      return pages.start(signal);
    };
    const started = paged ?? rebuilding.first.then(startPages);
    await Promise.all([started, searchable]);
    progress.end();
    if (signal.aborted) return;
    if (current.release) announce(current.release);
    await mcp.load();
    if (signal.aborted) return;
    // For a next start, also after one that was killed.
    flushCompileCache();
    boundHeaps();
  } catch (error) {
    progress.end();
    await Promise.all([loader.stop(), rebuilding?.stop(), hub.stop()]);
    lock?.release();
    server.close();
    http.closeAll();
    if (!signal.aborted) throw error;
  }
}

/** The length of the largest data file, in bytes. */
function lengthOfLargest({ files }: Release): number {
  return Math.max(0, ...[...files.values()].map(({ identity }) => identity.length));
}

/** Whether an error is one that an operator can mend, and says so itself. */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof NothingToServeError ||
    error instanceof StateLockedError ||
    error instanceof ListenError
  );
}
