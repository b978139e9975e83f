import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { pino } from 'pino';
import { REVIEWS_PAGE } from '#release/page-addresses.ts';
import { readListQuestion } from '#search/question/list-question.ts';
import config from '../astro.config.mjs';
import { type Config, describeFolder, publicOrigin, readConfig } from '../sidecar/config/config.ts';
import { sendReply } from '../sidecar/http/reply.ts';
import { replyWithFile } from '../sidecar/http/reply-with-file.ts';
import { readRequest, splitTarget } from '../sidecar/http/request.ts';
import { NothingToServeError, Publisher } from '../sidecar/publish/publish.ts';
import { PublisherThread } from '../sidecar/publish/publisher-thread.ts';
import { RebuildStatus } from '../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../sidecar/release/current-release.ts';
import { PROGRAM } from '../sidecar/render/bundle-folder.ts';
import { Supervisor } from '../sidecar/supervisor.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, main } from './command.ts';

const startDev = defineCommand({
  name: 'dev',
  about:
    'Serves the pages to their authors; an edit of a page or of the content reloads the browser.',
  usage: ['[--content DIR]'],
  flags: { content: CONTENT_FLAGS.content },
  details:
    'Pages and data files are served; for everything that is made when asked for, use npm start. Ctrl+C\nends it. Everything else is set in the environment or .env: site/docs/configuration.md.',
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
  const supervisor = new Supervisor({ log });
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
    integrations: [overRelease(current)],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.all([server.stop(), publisher.stop()]));
  }
}

/** In front of Astro: answers data files, and gives pages the current release. */
function overRelease(current: CurrentRelease): AstroIntegration {
  return {
    name: 'testimony',
    hooks: {
      'astro:server:setup': ({ server: { middlewares, ws } }) => {
        current.on('swapped', () => ws.send({ type: 'full-reload' }));
        middlewares.use((request, response, next) => {
          const release = current.get();
          const { path, query } = splitTarget(request.url ?? '/');
          const file = release.files.get(path);
          if (file) {
            sendReply(request, response, replyWithFile(file, readRequest(request)));
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
