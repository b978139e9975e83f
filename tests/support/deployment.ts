import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './ask.ts';
import { createCallFaults, STAGES } from './call-faults.ts';
import type { Files } from './content-files.ts';
import { createFolder, replaceFiles, saveFiles } from './content-folder.ts';
import { readHealth } from './health.ts';
import type { Lifetime } from './lifetime.ts';
import { type ServiceSettings, spawnService, startService } from './service.ts';
import { waitUntil } from './wait-until.ts';

/** The questions that most tests ask a service. */
export function createQuestions(url: string) {
  const health = () => readHealth(url);
  const shows = async (edition: number, path = '/reviews.json') =>
    (await ask(url, path)).text.includes(`edition-${edition}.`);
  return {
    get: (path: string, accept = '*/*') => ask(url, path, { headers: { Accept: accept } }),
    status: async (path: string) => (await ask(url, path)).status,
    health,
    shows,
    /** Resolves once the data have an edition. The pages must show it from that moment on. */
    published: async (edition: number) => {
      await waitUntil(`edition ${edition}`, () => shows(edition));
      // At a start, pages are made ready after the first data.
      await waitUntil('the pages', async () => (await health()).pages !== 'starting');
      assert.ok(await shows(edition, '/'));
    },
    /** Resolves once the service reports no fault. */
    recovered: () =>
      waitUntil('no fault', async () => {
        const { lastError, faults } = await health();
        return lastError === null && faults.length === 0;
      }),
  };
}

/** Folders that outlive the services that are started on them, one after another. */
export function createDeployment(
  lifetime: Lifetime,
  content: Files,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = createFolder(lifetime);
  const contentDir = join(folder, 'content');
  const stateDir = env.STATE_DIR ?? join(folder, 'state');
  const outDir = join(folder, 'dist');
  const gitLock = join(folder, '.git/index.lock');
  mkdirSync(join(folder, '.git'));
  saveFiles(contentDir, content);
  const faults = createCallFaults(folder);
  const settings = {
    content: contentDir,
    env: { ...faults.env, OUT_DIR: outDir, STATE_DIR: stateDir, ...env },
  };
  const start = async ({ env: more, ...others }: ServiceSettings = {}) => {
    const all = { ...settings, ...others, env: { ...settings.env, ...more } };
    const service = await startService(lifetime, all);
    return { ...service, ...createQuestions(service.url) };
  };
  return {
    folder,
    contentDir,
    stateDir,
    outDir,
    /** Faults of the service that runs, or of the next. */
    faults,
    settings,
    save: (files: Files) => saveFiles(contentDir, files),
    /** Makes the content exactly these files, as one change: nothing is read while git holds its lock. */
    checkOut: (files: Files) => {
      writeFileSync(gitLock, '');
      replaceFiles(contentDir, files);
      rmSync(gitLock);
    },
    start,
    /** Starts a service and waits for nothing. */
    begin: () => spawnService(lifetime, settings),
    /** Starts a service that publishes no new release until the fault is cleared. */
    startHeld: (settings?: ServiceSettings) => {
      faults.holdAt(STAGES.read);
      return start(settings);
    },
  };
}
