// Makes a fresh clone ready: installs what the lockfile names where it is missing or stale and,
// with --browser, a Chromium for the browser tests. Plain JavaScript, as it runs before the pinned
// Node.js is there, on Node.js 20 or later.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

if (!isInstalled()) {
  console.log('Installing the packages that package-lock.json names (about a minute, once) ...');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
if (process.argv.includes('--browser')) await ensureChromium();

/** True where npm's own record of what it installed holds every package of the lockfile. */
function isInstalled() {
  const record = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(join(ROOT, 'node_modules/.bin/node'))) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(
    ([path, { optional, version }]) =>
      path === '' || optional || present[path]?.version === version,
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

async function ensureChromium() {
  if (await findChromium(process.env)) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  console.log(`Installing Chromium for the browser tests ${isDebianRoot ? 'from Debian' : ''} ...`);
  if (isDebianRoot) {
    run('apt-get', ['update', '-qq']);
    // Without a font, nothing on a page has a width.
    const packages = ['chromium', 'fonts-dejavu-core'];
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
  if (await findChromium(process.env)) return;
  console.error('No Chromium was found after installing one; set CHROMIUM_PATH to yours.');
  process.exit(1);
}

function run(command, parameters) {
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit', cwd: ROOT });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
