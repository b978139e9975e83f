import type { RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import type { Begun } from './begin.ts';
import { type Config, describeFolder, findMisspelled, serviceOrigins } from './config/config.ts';
import { drainOnSignal } from './drain.ts';
import { Clients } from './http/client.ts';
import { createHttpServer, type HttpServer, listen } from './http/http.ts';
import { limitConnections, readOpenFilesLimit } from './http/limit-connections.ts';
import { HUB_FILE, limitInFlight } from './hub/hub-settings.ts';
import { HUB_WORKER, HubThread } from './hub/hub-thread.ts';
import { createHubAccess } from './hub/request.ts';
import { McpLoader } from './mcp/mcp.ts';
import { Pool } from './pool/pool.ts';
import { Publisher } from './publish/publish.ts';
import { RebuildStatus } from './publish/rebuild-status.ts';
import { Purger } from './purge/purge.ts';
import { ReleaseCodings } from './release/codings.ts';
import { CurrentRelease } from './release/current-release.ts';
import { BUNDLE_SCRIPT, loadBundle } from './render/bundle.ts';
import { Pages } from './render/render.ts';
import { createRasterizer } from './render/threads/rasterizer.ts';
import { Answers } from './routes/answers/answers.ts';
import { createLookup } from './routes/lookup.ts';
import { Supervisor } from './supervisor.ts';
import { openLog } from './terminal.ts';

/**
 * Importing the routes keeps the processor busy: clients that wait for the first data come first.
 */
const FIRST_ANSWERS_MS = 20;

/** The composition root: listens, serves the newest stored release, and publishes edits. */
export async function serve(begun: Begun): Promise<void> {
  const { config, thread } = begun;
  const { stateDir, databaseUrl } = config;
  const log = openLog(config);
  reportBeginning(begun, log);
  const parts = createParts(config, log);
  const { supervisor, current, status, pool, codings, pages, answers, clients } = parts;

  let { origins } = begun;
  const { http, app } = createServer(parts, config, log, () => origins?.baseUrl ?? '');
  const stopping = drainOnSignal(http, current, log);
  if (!origins) {
    origins = serviceOrigins(config, await startListening(http, config, log));
    thread.begin({ ...begun.settings, ...origins });
  }
  const { baseUrl, sidecarUrl } = origins;

  const hub = new HubThread({
    settings: { settings: config.hub, ...origins, databaseUrl, file: join(stateDir, HUB_FILE) },
    supervisor,
    log,
    worker: HUB_WORKER,
  });
  const access = createHubAccess(hub, config.hub, baseUrl, sidecarUrl);
  current.on('swapped', ({ release, changed }) => changed.length > 0 && hub.publish(release));
  if (config.purgeUrl !== undefined) {
    const { purgeUrl: url, purgeAuthorization: authorization } = config;
    const file = join(stateDir, 'purged');
    const tell = log.info.bind(log);
    const to = { url, authorization, file, fetch };
    const purger = new Purger({ ...to, supervisor, stopping, log: tell });
    current.on('swapped', purger.purge);
  }
  const mcp = new McpLoader({ ...config, baseUrl: sidecarUrl, current, clients, log });
  const publisher = new Publisher({
    thread,
    settings: { ...begun.settings, ...origins },
    current,
    status,
    supervisor,
    log,
  });
  lookOnHangup(publisher, log);
  const stop = () => {
    supervisor.stop();
    codings.stop();
    return Promise.all([publisher.stop(), hub.stop(), mcp.close()]);
  };
  stopping.addEventListener('abort', () => void stop());

  try {
    await publisher.opened;
    if (stopping.aborted) return;
    // Connections are accepted once they can be answered.
    if (!http.server.listening) await startListening(http, config, log);
    if (current.release) await setTimeout(FIRST_ANSWERS_MS);
    const { createApp } = await import('./routes/routes.ts');
    const { Formats } = await import('./formats/formats.ts');
    const formats = new Formats({ current, stateDir, pool, supervisor });
    // Requests in flight may still wait for a format.
    http.server.once('close', () => void formats.close());
    const tools = { rasterize: parts.rasterize, formats: formats.figures };
    const sources = { current, pages, answers, formats, tools, status };
    const live = { hub: () => access, mcp };
    const serving = { baseUrl, clients, supervisor, log };
    app.resolve(createApp({ ...config, ...sources, ...live, ...serving }));
    // Not before there are data: bundling would take a processor from making the first ones.
    await publisher.first;
    await pages.start(stopping);
    if (stopping.aborted) return;
    if (current.release) {
      const { ordinal, corpus } = current.release;
      log.info({ url: baseUrl, ordinal, reviews: corpus.count }, `serving ${baseUrl}`);
    }
    await mcp.load();
    // For the next start, even after one that was killed.
    flushCompileCache();
  } catch (error) {
    await stop();
    http.server.close();
    http.closeAll();
    if (!stopping.aborted) throw error;
  }
}

/** Logs notable facts of the configuration. */
function reportBeginning({ config, lockFault }: Begun, log: Logger): void {
  for (const line of findMisspelled()) log.warn(line);
  // A replica reads no content.
  if (config.watch !== 'release') log.info(describeFolder(config.contentDir));
  if (lockFault === undefined) return;
  log.warn(
    { cause: String(lockFault) },
    `STATE_DIR ${config.stateDir} cannot be written: releases are built from the content and kept in memory`,
  );
}

/** Creates everything that requests are answered with, before there is a release. */
function createParts({ stateDir, pageMemoryBytes, ...config }: Config, log: Logger) {
  const supervisor = new Supervisor({ log });
  const current = new CurrentRelease();
  const pool = new Pool({ supervisor });
  const tell = (said: string) => log.info(said);
  const bundling = { stateDir, script: BUNDLE_SCRIPT, tell };
  const pages = new Pages({
    current,
    load: (stop) => loadBundle(bundling, stop),
    encodePage: pool.encodePage,
    memoryBytes: pageMemoryBytes,
    supervisor,
    log,
  });
  return {
    supervisor,
    current,
    status: new RebuildStatus(),
    pool,
    codings: new ReleaseCodings({ current, pool, supervisor }),
    pages,
    answers: new Answers(current),
    rasterize: createRasterizer({ supervisor, pool }),
    clients: new Clients(config.trustProxy),
  };
}

/** Creates the server; requests that need the routes wait until `app` resolves. */
function createServer(
  { current, pages, clients }: ReturnType<typeof createParts>,
  { hsts, maxConnections, hub }: Config,
  log: Logger,
  origin: () => string,
) {
  const app = Promise.withResolvers<RequestListener>();
  const openFiles = readOpenFilesLimit();
  const http = createHttpServer({
    lookupReply: createLookup({ current, pages }),
    clients,
    headers: hsts === undefined ? [] : ['Strict-Transport-Security', hsts],
    origin,
    app: app.promise,
    maxConnections: limitConnections({
      maxConnections,
      // Verifications, deliveries and notices.
      outgoing: 3 * limitInFlight(hub.concurrency, openFiles),
      openFiles,
    }),
    log,
  });
  return { http, app };
}

/** Returns the port, which the system chooses if it is 0. */
async function startListening(
  { server }: HttpServer,
  { port: asked, host }: Config,
  log: Logger,
): Promise<number> {
  const port = await listen(server, asked, host);
  log.info({ host, port }, `listening on port ${port}`);
  return port;
}

/** At a terminal, SIGHUP means that the terminal was closed. */
function lookOnHangup(publisher: Publisher, log: Logger): void {
  if (isatty(0)) return;
  process.on('SIGHUP', (signal) => {
    log.info({ signal }, 'checking for changes now');
    publisher.look();
  });
}
