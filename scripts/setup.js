// Makes a clone ready for the command that follows: installs missing packages, never over an
// install that can run, and reports it. With --dev the developers' tools are needed as well, and
// with --browser a Chromium. Plain JavaScript, as it runs before the pinned Node.js is installed,
// on any that has ES modules.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianInstall } from './debian-install.js';
import { findChromium } from './find-chromium.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE_MODULES = join(ROOT, 'node_modules');
/** Exists while something is installed. */
const MARK = join(ROOT, '.installing');
const SIGNALS = ['SIGTERM', 'SIGINT'];
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const { engines, optionalDependencies } = packages[''];
const LEAST_NODE = Number.parseInt(engines.node.replace(/\D+/, ''), 10);

const forDevelopers = process.argv.includes('--dev');
const pinnedNode = findPinnedNode();
const missing = findMissing();
const isBrokenOff = wasBrokenOff();
if (missing.length > 0 || isBrokenOff) await install();
if (isTooOld(process.version)) checkPinnedNode();
if (process.platform === 'win32') writeExec();
if (process.argv.includes('--browser')) await ensureChromium();

/** Returns the required packages that are missing in the version of the lockfile. */
function findMissing() {
  const needed = Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, optional }]) =>
        path !== '' && !optional && (forDevelopers || !(dev || devOptional)),
    )
    .flatMap((entry) => [entry, ...nativeCodeOf(entry)]);
  if (pinnedNode && (forDevelopers || isTooOld(process.version))) needed.push(pinnedNode);
  return needed.filter(([path, { version }]) => installedVersion(path) !== version);
}

/**
 * Returns the optional packages that bring a package its native code for this machine: it needs
 * one.
 */
function nativeCodeOf([path, { optionalDependencies: names = {} }]) {
  return Object.keys(names)
    .flatMap((name) => [`${path}/node_modules/${name}`, `node_modules/${name}`])
    .filter((place) => packages[place]?.cpu && isForThisMachine(packages[place]))
    .map((place) => [place, packages[place]]);
}

function isForThisMachine({ os, cpu, libc }) {
  return (
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch) &&
    (!libc || [libc].flat().includes(hasGlibc() ? 'glibc' : 'musl'))
  );
}

/** Only glibc reports its version, and musl is the only alternative. */
function hasGlibc() {
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
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

async function install() {
  // package.json does not show what an interrupted one was writing.
  const isFresh = isBrokenOff || !existsSync(NODE_MODULES);
  if (isFresh) {
    const what = forDevelopers ? 'the service and its tests need' : 'the service needs';
    const why = isBrokenOff ? 'An earlier installation was interrupted. ' : '';
    console.log(
      `${why}Installing the packages that ${what}, from package-lock.json (once, a minute or less) ...`,
    );
  } else {
    console.log(`Installing missing packages: ${listMissing()} ...`);
  }
  // `npm ci` begins by deleting node_modules, so it is only for an incomplete one.
  const command = isFresh ? 'npm ci' : 'npm install --no-save';
  const developers = forDevelopers || hasDeveloperPackages() ? '--include=dev' : '--omit=dev';
  // Native code, including the pinned Node.js, comes in optional packages.
  const flags = `${developers} --include=optional --no-audit --no-fund --loglevel=error`;
  mark();
  const code = await run(`${command} ${flags}`, (code) => {
    // If npm ends by itself, it has finished or restored the earlier state.
    if (code < 128) rmSync(MARK, { force: true });
  });
  const left = findMissing();
  // Its own is optional to npm, which does not fail without it.
  if (isTooOld(process.version) && left.length > 0 && left.every((entry) => entry === pinnedNode))
    fail(describeOldNode('its own could not be installed'));
  if (code === 0) return;
  fail(
    `npm could not install it and ended with ${code}. It needs access to its registry for that.`,
  );
}

/** True if an installation is incomplete: npm writes its own record last. */
function wasBrokenOff() {
  const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return existsSync(MARK) && timeOf(join(NODE_MODULES, '.package-lock.json')) < timeOf(MARK);
}

function mark() {
  try {
    writeFileSync(MARK, '');
  } catch {
    // Nothing can be written here: npm reports that.
  }
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

/**
 * The next command runs on the Node.js that npm finds first: the pinned one, if it exists and runs.
 */
function checkPinnedNode() {
  const program = join('node_modules', '.bin', 'node');
  const { stdout } = spawnSync(`${program} --version`, {
    shell: true,
    encoding: 'utf8',
    cwd: ROOT,
  });
  if (!isTooOld(`${stdout}`)) return;
  const { platform, arch } = process;
  const library = platform === 'linux' && !hasGlibc() ? ' without glibc' : '';
  fail(
    describeOldNode(
      pinnedNode
        ? `its own, ${program}, does not run here`
        : `none comes with it for ${platform} on ${arch}${library}`,
    ),
  );
}

function describeOldNode(own) {
  return `Testimony needs Node.js ${LEAST_NODE} or later; this is ${process.version}, and ${own}. Install a newer Node.js from https://nodejs.org/.`;
}

/**
 * Scripts say `exec`, so that npm's signals reach Node.js and not a shell; cmd.exe has no such
 * word.
 */
function writeExec() {
  writeFileSync(join(NODE_MODULES, '.bin/exec.cmd'), '@%*\r\n');
}

async function ensureChromium() {
  if (await findChromium(process.env)) return;
  // Without a font, nothing on a page has a width.
  const fromDebian = debianInstall('chromium', 'fonts-dejavu-core');
  console.log(`Installing Chromium for the browser tests ${fromDebian ? 'from Debian' : ''} ...`);
  const commands = fromDebian ?? ['npx playwright install chromium'];
  for (const command of commands) {
    const code = await run(command);
    if (code !== 0) fail(`\`${command}\` ended with ${code}.`);
  }
  if (await findChromium(process.env)) return;
  fail('No Chromium was found after installing one; set CHROMIUM_PATH to yours.');
}

/**
 * Runs a command to its end, by a shell, as npm is a script on Windows. Returns its code or signal.
 * Ending this process ends the command, which would otherwise go on alone, beside the next start.
 */
async function run(command, onEnd = (_code) => {}) {
  const line = process.platform === 'win32' ? command : `exec ${command}`;
  let told;
  const pass = (signal) => {
    // A terminal signals npm itself, and after a second signal npm restores nothing.
    const hasHeard = told || (signal === 'SIGINT' && process.stdin.isTTY);
    told = signal;
    if (!hasHeard) child.kill(signal);
  };
  // Heard before the command starts: a signal right after it would end this process alone.
  for (const signal of SIGNALS) process.on(signal, pass);
  const child = spawn(line, { shell: true, stdio: 'inherit', cwd: ROOT });
  const [code, endedBy] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  if (code !== null) onEnd(code);
  if (told) process.kill(process.pid, told);
  return code ?? endedBy;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
