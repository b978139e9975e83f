import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { didYouMean } from '#dataset/nearest-name.ts';
import { installPeer, PeerError } from '../../peers/peers.ts';
import { isUsageError, UsageError } from '../../usage-error.ts';
import { type BenchReport, isMet } from './bench-report.ts';
import { BENCHES } from './catalog.ts';
import { formatReport } from './format-report.ts';
import { type Options, parseOptions } from './options.ts';

const USAGE = 'Usage: npm run bench -- NAME [--sizes 10000,100000] [--json FILE]';

async function main(options: Options): Promise<void> {
  if (options.name === undefined) {
    process.stdout.write(`${USAGE}\n\n${listBenches()}`);
    return;
  }
  const entry = BENCHES.find(({ name }) => name === options.name);
  if (!entry) {
    const names = BENCHES.map(({ name }) => name);
    throw new UsageError(
      `No benchmark is called "${options.name}"${didYouMean(options.name, names)}; there are ${names.join(', ')}.`,
    );
  }
  const bench = await entry.load();
  const progress = (message: string) => process.stderr.write(`… ${message}\n`);
  for (const peer of bench.peers ?? []) installPeer(peer, progress);
  const reports = await bench.run({ sizes: options.sizes, progress });
  process.stdout.write(reports.map((report) => `\n${formatReport(report)}`).join(''));
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify(resultOf(reports), null, 2)}\n`);
  }
}

function listBenches(): string {
  const width = Math.max(...BENCHES.map(({ name }) => name.length));
  return BENCHES.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}\n`).join('');
}

function resultOf(reports: readonly BenchReport[]) {
  return {
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      node: process.version,
      date: new Date().toISOString(),
    },
    reports,
    ratios: reports.flatMap(({ title, ratios }) =>
      ratios.map((ratio) => ({ report: title, ...ratio, met: isMet(ratio) })),
    ),
  };
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  if (isUsageError(error)) {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = 2;
  } else {
    // Benchmarks are run by developers: where one fails, the stack says where.
    console.error(error instanceof PeerError ? error.message : error);
    process.exitCode = 1;
  }
}
