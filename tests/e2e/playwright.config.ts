import { defineConfig, devices } from 'playwright/test';
import { findChromium } from '../../scripts/find-chromium.js';

const executablePath = await findChromium(process.env);
if (!executablePath) throw new Error('No Chromium was found; npm test installs one.');

/**
 * Browser tests: the journeys of people, and apart from them what is looked at in every page.
 * All workers share one service, which tests only read.
 */
export default defineConfig({
  projects: [
    { name: 'pages', testDir: '.' },
    { name: 'outside', testDir: '../outside/pages' },
  ],
  globalSetup: './serve.ts',
  outputDir: '../../node_modules/.cache/playwright',
  workers: 2,
  // Half of the tests are in one file.
  fullyParallel: true,
  // No test measures time: all other tests run beside these, on machines that may be slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A quarter of an hour: a run that hangs must end while its output is still of use.
  globalTimeout: 900_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
