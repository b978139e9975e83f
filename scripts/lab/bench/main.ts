import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { debianInstall } from '../../debian-install.js';
import { isUsageError, UsageError } from '../../usage-error.ts';
import type { Bench } from './bench.ts';
import { PATH } from './programs.ts';
import { Table } from './table.ts';

const USAGE = 'Usage: npm run bench -- NAME [--size 10000] [--json FILE]';

const EXIT_CODES = `Exit codes:
  0  it is measured
  1  something could not be measured
  2  it was called wrongly, or a program is missing
`;

/** The packages that benches need are a package of their own, which nothing else installs. */
const PACKAGES = join(import.meta.dirname, 'peers');

const BENCHES: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  publish: () => import('./publish.ts'),
  search: () => import('./search.ts'),
  http: () => import('./http.ts'),
  fanout: () => import('./fanout.ts'),
  mcp: () => import('./mcp.ts'),
  build: () => import('./build.ts'),
  service: () => import('./service.ts'),
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...more] = positionals;
  if (values.help || name === undefined) return await printHelp();
  if (more.length > 0) throw new UsageError('Name one benchmark at a time.');
  const load = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!load) {
    const names = Object.keys(BENCHES);
    throw new UsageError(
      `No benchmark is called "${name}"${didYouMean(name, names)}; there are ${names.join(', ')}.`,
    );
  }
  if (process.platform !== 'linux') {
    throw new UsageError('Benchmarks read processor time from /proc: run them on Linux.');
  }
  const { bench } = await load();
  const size = values.size === undefined ? bench.size : parseSize(values.size);
  const progress = (line: string) => process.stderr.write(`… ${line}\n`);
  installPackages(progress);
  for (const program of bench.programs ?? []) installProgram(program, progress);
  const table = await measure(bench, name, size, progress);
  if (values.json !== undefined) {
    const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
    const result = { bench: name, size, date: new Date(), machine, rows: table.rows };
    writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  }
  if (table.rows.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
}

async function printHelp(): Promise<void> {
  process.stdout.write(`${USAGE}\n\n`);
  for (const [name, load] of Object.entries(BENCHES)) {
    const { about, size } = (await load()).bench;
    process.stdout.write(`  ${name.padEnd(9)}${about} (${size.toLocaleString('en')} reviews)\n`);
  }
  process.stdout.write(`\n${EXIT_CODES}`);
}

function parseSize(text: string): number {
  const size = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw new UsageError(`--size takes a whole number from 1 on (got "${text}").`);
}

async function measure(bench: Bench, name: string, size: number, progress: (line: string) => void) {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const [load = 0] = loadavg();
  print(`${name}, ${size.toLocaleString('en')} reviews: ${bench.about}`);
  print(
    `${availableParallelism()} processors; ${load.toFixed(1)} processes of others wanted one just before.\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'testimony-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const table = new Table(print);
  await bench.run({ size, folder, table, progress });
  return table;
}

function installPackages(progress: (line: string) => void): void {
  const changedAt = (file: string) =>
    statSync(join(PACKAGES, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // npm writes the second when it is done.
  if (changedAt('package-lock.json') < changedAt('node_modules/.package-lock.json')) return;
  runToEnd('npm ci --no-audit --no-fund --loglevel=error', progress);
}

function installProgram(name: string, progress: (line: string) => void): void {
  const isInstalled = () => PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));
  if (isInstalled()) return;
  for (const command of debianInstall(name) ?? []) runToEnd(command, progress);
  if (isInstalled()) return;
  throw new UsageError(`This benchmark needs ${name}. Install it, then start again.`);
}

/** Standard output is left to the table. */
function runToEnd(command: string, progress: (line: string) => void): void {
  progress(command);
  const { status } = spawnSync(command, { cwd: PACKAGES, shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`\`${command}\` ended with ${status}.`);
}

try {
  await main();
} catch (error) {
  process.exitCode = isUsageError(error) ? 2 : 1;
  console.error(isUsageError(error) ? `${error.message}\n${USAGE}` : error);
}
