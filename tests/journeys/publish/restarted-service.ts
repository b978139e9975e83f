import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { ask } from '../../support/ask.ts';
import { createCallFaults, STAGES } from '../../support/call-faults.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { editionsIn } from '../../support/numbered-content.ts';
import { freePort, startListening } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';

/** A deployment whose service is started again and again: the same folders, the same port. */
export async function createRestarted(t: TestContext) {
  const folder = createFolder(t);
  const contentDir = createContentFolder(t, goodContent(1));
  const stateDir = join(folder, 'state');
  const faults = createCallFaults(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async (extra: Readonly<Record<string, string>> = {}) => {
    const env = { ...faults.env, STATE_DIR: stateDir, PORT: String(port), ...extra };
    const settings = { content: contentDir, env };
    const starting = startListening(t, settings);
    const [first, service] = await Promise.all([firstEdition(url), starting]);
    return { ...service, first };
  };
  /** Starts and lets no rebuild go on. */
  const startHeld = (extra?: Readonly<Record<string, string>>) => {
    faults.holdAt(STAGES.read);
    return start(extra);
  };
  return {
    url,
    faults,
    start,
    startHeld,
    edit: (edition: number, more: Files = {}) =>
      saveFiles(contentDir, { ...goodContent(edition), ...more }),
    serves: (path: string, edition: number) => async () =>
      (await ask(url, path)).text.includes(`edition-${edition}.`),
    stateDir,
    /** The database that holds the release. */
    store: join(stateDir, STORE_FILE),
  };
}

/** The edition of the first reviews.json that is served; asked for from before it listens. */
async function firstEdition(url: string): Promise<number | undefined> {
  return waitUntil('the first answer', async () => {
    const answer = await ask(url, '/reviews.json').catch(() => undefined);
    if (answer?.status === 200) return editionsIn(answer.text)[0];
    if (answer) assert.equal(answer.status, 503);
    return undefined;
  });
}
