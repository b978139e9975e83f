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
import { NothingToServeError, Publisher } from './publish/publish.ts';
import { RebuildStatus } from './publish/rebuild-status.ts';
import { ReleaseCodings } from './release/codings.ts';
import { CurrentRelease } from './release/current-release.ts';
import { BUNDLE_SCRIPT, loadBundle } from './render/bundle.ts';
import { Pages } from './render/render.ts';
import { Rasterizer } from './render/threads/rasterizer.ts';
import { Answers } from './routes/answers/answers.ts';
import { createLookup } from './routes/fast-path.ts';
import { boundHeaps, letHeapsGrow } from './spare-memory.ts';
import { StateLockedError } from './state-lock.ts';
import { Supervisor } from './supervisor.ts';
import { openTerminal } from './terminal.ts';

/** Time for clients that wait for the first data. */
const FIRST_ANSWERS_MS = 20;

/** The composition root: listens, serves the newest release on disk, and publishes edits. */
export async function serve(begun: Begun): Promise<void> {
  const { config, lock, lockFault, thread } = begun;
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
  if (signal.aborted) {
    await thread.end();
    return;
  }
  const settings = { ...begun.settings, baseUrl };
  if (!isOriginKnown) thread.begin(settings);
  const { databaseUrl, stateDir } = config;
  const hub = new HubThread({
    settings: { settings: config.hub, baseUrl, databaseUrl, file: join(stateDir, HUB_FILE) },
    supervisor,
    log,
    worker: HUB_WORKER,
  });
  access = createHubAccess(hub, config.hub, baseUrl);
  current.on('published', ({ release }) => hub.publish(release));
  mcp = new McpLoader({ ...config, baseUrl, current, clients, log });
  const publisher = new Publisher({
    thread,
    settings,
    current,
    status,
    supervisor,
    log,
    readPage: pages.read,
    tell: (doing) => progress.tell(doing),
    onReplaced: () => hub.reopen(),
  });
  if (!isatty(0)) {
    process.on('SIGHUP', (signal) => {
      log.info({ signal }, 'looking for changes now');
      publisher.look();
    });
  }
  signal.addEventListener('abort', () => {
    letHeapsGrow();
    supervisor.stop();
    codings.stop();
    void publisher.stop();
    void hub.stop();
    void mcp?.close();
  });
  try {
    await publisher.opened;
    if (signal.aborted) return;
    if (isOriginKnown) await listenNow();
    // Importing what is next keeps the processor busy: clients that wait for data come first.
    if (current.release) await setTimeout(FIRST_ANSWERS_MS);
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
    // Not before there are data: bundling would take a processor from what makes the first ones.
    await publisher.first;
    progress.tell('Preparing the pages');
    await pages.start(signal);
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
    await Promise.all([publisher.stop(), hub.stop()]);
    lock?.release();
    server.close();
    http.closeAll();
    if (!signal.aborted) throw error;
  }
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
