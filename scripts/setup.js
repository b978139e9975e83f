// Makes a clone ready for the command that follows: installs missing packages, never over an
// install that can run, and reports it. With --dev the developers' tools are needed as well, and
// with --browser a Chromium. Plain JavaScript, as it runs before the pinned Node.js is installed,
// on any that has ES modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianInstall } from './debian-install.js';
import { findChromium } from './find-chromium.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE_MODULES = join(ROOT, 'node_modules');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const { engines, optionalDependencies } = packages[''];
const LEAST_NODE = Number.parseInt(engines.node.replace(/\D+/, ''), 10);

const forDevelopers = process.argv.includes('--dev');
const pinnedNode = findPinnedNode();
const missing = findMissing();
// npm writes its own record last: an installation without one was interrupted.
const isFresh = !existsSync(join(NODE_MODULES, '.package-lock.json'));
if (missing.length > 0 || isFresh) install();
if (isTooOld(process.version)) checkPinnedNode();
// Scripts say `exec`, so that npm's signals reach Node.js and not a shell; cmd.exe has no such word.
if (process.platform === 'win32') writeFileSync(join(NODE_MODULES, '.bin/exec.cmd'), '@%*\r\n');
if (process.argv.includes('--browser')) await ensureChromium();

/** Returns the required packages that are missing in the version of the lockfile. */
function findMissing() {
  const needed = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) =>
      path !== '' && !optional && (forDevelopers || !(dev || devOptional)),
  );
  if (pinnedNode && (forDevelopers || isTooOld(process.version))) needed.push(pinnedNode);
  return needed.filter(([path, { version }]) => installedVersion(path) !== version);
}

function isForThisMachine({ os, cpu, libc }) {
  // Only glibc reports its version, and musl is the only alternative.
  const hasGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return (
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch) &&
    (!libc || [libc].flat().includes(hasGlibc ? 'glibc' : 'musl'))
  );
}

function installedVersion(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Returns the package that brings the pinned Node.js to this machine. */
function findPinnedNode() {
  const paths = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
  return Object.entries(packages).find(
    ([path, entry]) => paths.includes(path) && isForThisMachine(entry),
  );
}

/** True if a version, as in `v20.1.0`, is too old for the service. */
function isTooOld(version) {
  return !(Number.parseInt(version.slice(1), 10) >= LEAST_NODE);
}

function install() {
  const what = forDevelopers ? 'the service and its tests need' : 'the service needs';
  const all = `the packages that ${what}, from package-lock.json (once, a minute or less)`;
  console.log(`Installing ${isFresh ? all : `missing packages: ${listMissing()}`} ...`);
  // `npm ci` begins by deleting node_modules, so it is only for an incomplete one.
  const command = isFresh ? 'npm ci' : 'npm install --no-save';
  const developers = forDevelopers || hasDeveloperPackages() ? '--include=dev' : '--omit=dev';
  // Native code, including the pinned Node.js, comes in optional packages.
  const flags = `${developers} --include=optional --no-audit --no-fund --loglevel=error`;
  const code = run(`${command} ${flags}`);
  if (code === 0) return;
  fail(
    `npm could not install it and ended with ${code}. It needs access to its registry for that.`,
  );
}

function listMissing() {
  const names = missing.map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`,
  );
  const more = names.length - 3;
  return more > 0 ? `${names.slice(0, 3).join(', ')} and ${more} more` : names.join(', ');
}

/** True if this is a developer's clone, whose tools stay when the service's packages change. */
function hasDeveloperPackages() {
  return Object.entries(packages).some(([path, { dev }]) => dev && existsSync(join(ROOT, path)));
}

/** The next command runs on the Node.js that npm finds first: the pinned one, if it runs here. */
function checkPinnedNode() {
  const command = `${join('node_modules', '.bin', 'node')} --version`;
  const { stdout } = spawnSync(command, { shell: true, encoding: 'utf8', cwd: ROOT });
  if (!isTooOld(`${stdout}`)) return;
  fail(
    `Testimony needs Node.js ${LEAST_NODE} or later; this is ${process.version}, and none that comes with it runs here. Install a newer Node.js from https://nodejs.org/.`,
  );
}

async function ensureChromium() {
  if (await findChromium(process.env)) return;
  // Without a font, nothing on a page has a width.
  const fromDebian = debianInstall('chromium', 'fonts-dejavu-core');
  console.log(`Installing Chromium for the browser tests ${fromDebian ? 'from Debian' : ''} ...`);
  const commands = fromDebian ?? ['npx playwright install chromium'];
  for (const command of commands) {
    const code = run(command);
    if (code !== 0) fail(`\`${command}\` ended with ${code}.`);
  }
  if (await findChromium(process.env)) return;
  fail('No Chromium was found after installing one; set CHROMIUM_PATH to yours.');
}

/** Runs a command to its end, by a shell, as npm is a script on Windows. Returns its code or signal. */
function run(command) {
  const line = process.platform === 'win32' ? command : `exec ${command}`;
  const { status, signal } = spawnSync(line, { shell: true, stdio: 'inherit', cwd: ROOT });
  return status ?? signal;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
