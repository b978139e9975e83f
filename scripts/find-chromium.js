// Finds a Chromium for the browser tests. Plain JavaScript: the set-up runs it on Node.js 20.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, one on the PATH, or Playwright's own.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>}
 */
export async function findChromium(environment) {
  const folders = (environment.PATH ?? '').split(delimiter);
  const candidates = [
    environment.CHROMIUM_PATH,
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    await playwrightsOwn(),
  ];
  return candidates.find((path) => path && existsSync(path));
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('playwright');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}
