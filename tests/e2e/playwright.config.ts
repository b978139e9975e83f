import { defineConfig, devices } from '@playwright/test';

/** Browser tests. They speak to a service of their own, which every worker starts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../node_modules/.cache/playwright',
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
