import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { pino } from 'pino';
import { formatAt } from '#formats/formats.ts';
import { REVIEWS_PAGE } from '#release/page-addresses.ts';
import { readListQuestion } from '#search/question/list-question.ts';
import { viewAt } from '#views/views.ts';
import config from '../astro.config.mjs';
import { type Config, describeFolder, publicOrigin, readConfig } from '../sidecar/config/config.ts';
import { Formats } from '../sidecar/formats/formats.ts';
import { Clients } from '../sidecar/http/client.ts';
import { splitTarget } from '../sidecar/http/request.ts';
import { McpLoader } from '../sidecar/mcp/mcp.ts';
import { Pool } from '../sidecar/pool/pool.ts';
import { NothingToServeError, Publisher } from '../sidecar/publish/publish.ts';
import { PublisherThread } from '../sidecar/publish/publisher-thread.ts';
import { RebuildStatus } from '../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../sidecar/release/current-release.ts';
import { PROGRAM } from '../sidecar/render/bundle-folder.ts';
import { Pages } from '../sidecar/render/render.ts';
import { Rasterizer } from '../sidecar/render/threads/rasterizer.ts';
import { Answers } from '../sidecar/routes/answers/answers.ts';
import { createApp } from '../sidecar/routes/routes.ts';
import { Supervisor } from '../sidecar/supervisor.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, main } from './command.ts';

const startDev = defineCommand({
  name: 'dev',
  about:
    'Serves the pages to their authors; an edit of a page or of the content reloads the browser.',
  usage: ['[--content DIR]'],
  flags: { content: CONTENT_FLAGS.content },
  details:
    'Search and since work as well; the hub and MCP do not. Ctrl+C ends it. Everything else is set in\nthe environment or .env: site/docs/configuration.md.',
  exitCodes: { 0: 'it was ended', 1: 'it could not start; the message says why' },
  async run({ flags }, { print, readEnvironment }) {
    const settings = readConfig(readEnvironment(), flags.content);
    print(describeFolder(settings.contentDir));
    try {
      await serveDev(settings);
    } catch (error) {
      if (error instanceof NothingToServeError) throw new CommandError(error.message);
      throw error;
    }
    return { lines: [] };
  },
});

/** Runs Astro's dev server over the release that the content makes. */
async function serveDev(settings: Config): Promise<void> {
  // Astro would report to its makers, and the process would wait for their answer.
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  const { contentDir, outDir, host, port } = settings;
  const baseUrl = publicOrigin(settings);
  // A service that runs beside keeps its own.
  const stateDir = mkdtempSync(join(tmpdir(), 'testimony-dev-'));
  process.once('exit', () => rmSync(stateDir, { recursive: true, force: true }));
  const log = pino({ level: 'warn' });
  const current = new CurrentRelease();
  const status = new RebuildStatus();
  const load = () => Promise.reject(new Error('The dev server renders the pages.'));
  const supervisor = new Supervisor({ log });
  const pages = new Pages({ current, load, memoryBytes: 0, supervisor, log });
  const answers = new Answers(current);
  const pool = new Pool({ supervisor });
  const formats = new Formats({ current, stateDir, pool, supervisor });
  const { rasterize } = new Rasterizer({ supervisor, pool });
  const tools = { rasterize, formats: formats.figures };
  const clients = new Clients({ trustProxy: settings.trustProxy, log });
  const parts = {
    current,
    pages,
    answers,
    formats,
    tools,
    status,
    hub: () => undefined,
    mcp: new McpLoader({ ...settings, stateDir, baseUrl, current, clients, log }),
    supervisor,
    log,
  };
  const app = createApp({ ...settings, ...parts, baseUrl, clients });
  const thread = new PublisherThread();
  const places = { contentDir, outDir, stateDir, lock: undefined };
  const origins = { baseUrl, sidecarUrl: baseUrl };
  const from = { ...places, ...origins, watch: 'content', after: 0, announced: 0 } as const;
  thread.begin(from);
  const publisher = new Publisher({ thread, settings: from, current, status, supervisor, log });
  try {
    await publisher.first;
  } catch (error) {
    // Its thread would keep the process alive without serving anything.
    await publisher.stop();
    throw error;
  }

  const { dev } = await import('astro');
  const server = await dev({
    ...config,
    root: PROGRAM,
    configFile: false,
    server: { host, port },
    // Packages are loaded as they are: only a bundle has to contain them.
    vite: { plugins: config.vite?.plugins ?? [] },
    integrations: [overRelease(current, app)],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.all([server.stop(), publisher.stop()]));
  }
}

/**
 * In front of Astro: the application answers data files, questions and views; pages get the current
 * release.
 */
function overRelease(current: CurrentRelease, app: RequestListener): AstroIntegration {
  return {
    name: 'testimony',
    hooks: {
      'astro:server:setup': ({ server: { middlewares, ws } }) => {
        current.on('swapped', () => ws.send({ type: 'full-reload' }));
        middlewares.use((request, response, next) => {
          const { release } = current;
          const { path, query } = splitTarget(request.url ?? '/');
          const isData =
            path.startsWith('/api/') || release?.files.has(path) || formatAt(path) !== undefined;
          if (!release || isData || viewAt(path, release.published) !== undefined) {
            app(request, response);
            return;
          }
          const question = readListQuestion(path === REVIEWS_PAGE ? query : '');
          const locals = { release: release.published, question };
          // The place where Astro looks for the locals of a request.
          Reflect.set(request, Symbol.for('astro.locals'), locals);
          next();
        });
      },
    },
  };
}

await main(startDev);
