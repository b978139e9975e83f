import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CommandError, defineCommand, main } from '../../command.ts';
import { UsageError } from '../../command-line.ts';
import { debianInstall } from '../../debian-install.js';
import { installPeer } from '../../peers/peers.ts';
import type { Bench } from './bench.ts';
import { PATH } from './programs.ts';
import { Table } from './table.ts';

const BENCHES: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  publish: () => import('./publish.ts'),
  search: () => import('./search.ts'),
  http: () => import('./http.ts'),
  fanout: () => import('./fanout.ts'),
  mcp: () => import('./mcp.ts'),
  build: () => import('./build.ts'),
  service: () => import('./service.ts'),
};

const command = defineCommand({
  name: 'bench',
  about: 'Measures the service beside its peers, or lists the benchmarks.',
  usage: ['', 'NAME [--size NUMBER]'],
  flags: { size: { type: 'string', value: 'NUMBER', about: 'the number of reviews' } },
  args: { least: 0, most: 1, name: 'NAME' },
  exitCodes: { 0: 'it was measured', 1: 'something could not be measured' },
  async run({ flags: { size }, args: [name] }, { print }) {
    if (name === undefined) return { lines: await listBenches() };
    const loadBench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
    if (!loadBench) throw new UsageError(`No benchmark is called "${name}".`);
    const { bench } = await loadBench();
    const reviews = Number(size ?? bench.size);
    if (process.platform !== 'linux') {
      throw new CommandError('Benchmarks read processor time from /proc: run them on Linux.');
    }
    installPeer('bench', (line) => process.stderr.write(`… ${line}\n`));
    for (const program of bench.programs ?? []) installProgram(program);
    const [load = 0] = loadavg();
    print(`${name}, ${reviews.toLocaleString('en')} reviews: ${bench.about}`);
    print(
      `${availableParallelism()} processors; ${load.toFixed(1)} processes of others wanted one just before.\n`,
    );
    const table = new Table(print);
    await bench.run({ size: reviews, folder: createFolder(), table });
    return { lines: [] };
  },
});

function listBenches(): Promise<string[]> {
  const lines = Object.entries(BENCHES).map(async ([name, load]) => {
    const { about, size } = (await load()).bench;
    return `${name.padEnd(9)}${about} (${size.toLocaleString('en')} reviews)`;
  });
  return Promise.all(lines);
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

function installProgram(name: string): void {
  const isInstalled = () => PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));
  if (isInstalled()) return;
  for (const line of debianInstall(name) ?? []) {
    // Standard output is left to the table.
    spawnSync(line, { shell: true, stdio: ['ignore', 2, 2] });
  }
  if (isInstalled()) return;
  throw new CommandError(`This benchmark needs ${name}. Install it, then try again.`);
}

await main(command);
