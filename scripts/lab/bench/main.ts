import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { installPeer, PeerError } from '../../peers/peers.ts';
import { isUsageError, UsageError } from '../../usage-error.ts';
import type { Bench } from './bench.ts';
import { type BenchReport, formatReport, isMet } from './report.ts';

const USAGE = 'Usage: npm run bench -- NAME [--sizes 10000,100000] [--json FILE]';

const EXIT_CODES = `
Exit codes:
  0  it is measured
  1  it failed
  2  it was called wrongly
`;

/** Every benchmark, in the order in which they are listed. Only the one that runs is imported. */
const BENCHES: Readonly<Record<string, Entry>> = {
  publish: {
    about: 'from saving a review until it is served, against rebuilds by Hugo and Eleventy',
    load: () => import('./publish/publish.ts'),
  },
  pages: {
    about: 'pages rendered on demand, and remembered ones beside a static file',
    load: () => import('./pages/pages.ts'),
  },
  search: {
    about: 'a mixed set of searches, against SQLite, PostgreSQL and a plain scan',
    load: () => import('./search/search.ts'),
  },
  stats: {
    about: 'figures and facets of filtered reviews, against SQLite and a plain scan',
    load: () => import('./stats/stats.ts'),
  },
  conditional: {
    about: 'a conditional GET that matches, against nginx',
    load: () => import('./conditional/conditional.ts'),
  },
  since: {
    about: 'answers of since and search: 304, 200 and compressed, against files and ready buffers',
    load: () => import('./since/since.ts'),
  },
  build: {
    about: 'a full build from nothing, against Eleventy and Hugo',
    load: () => import('./build/build.ts'),
  },
  formats: {
    about: 'tables of all reviews, against what DuckDB exports',
    load: () => import('./formats/formats.ts'),
  },
  insights: {
    about: 'analysis of reviews, against VADER and AFINN, and insights.json after an edit',
    load: () => import('./insights/insights.ts'),
  },
  import: {
    about: 'imports of a table, the first and one that changes nothing, and the check of it',
    load: () => import('./imports/imports.ts'),
  },
  memory: {
    about: 'what the service holds: its starts, pages, edit after edit',
    load: () => import('./memory/memory.ts'),
  },
  start: {
    about: 'from spawning node to the first answer',
    load: () => import('./start.ts'),
  },
  mcp: {
    about: 'tool calls over MCP, against the servers that the SDKs come with',
    load: () => import('./mcp/mcp.ts'),
  },
  fanout: {
    about: 'deliveries of the hub over TLS, against a bare undici loop',
    load: () => import('./fanout/fanout.ts'),
  },
};

type Entry = { readonly about: string; readonly load: () => Promise<{ readonly bench: Bench }> };

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...more] = positionals;
  if (more.length > 0 && !values.help) throw new UsageError('Name one benchmark at a time.');
  const sizes = values.sizes?.split(',').map(parseSize);
  if (values.help || name === undefined) {
    process.stdout.write(`${USAGE}\n\n${listBenches()}${EXIT_CODES}`);
    return;
  }
  const { bench } = await findBench(name).load();
  const progress = (message: string) => process.stderr.write(`… ${message}\n`);
  for (const peer of bench.peers ?? []) installPeer(peer, progress);
  const reports = await bench.run({ sizes: sizes ?? bench.sizes, progress });
  process.stdout.write(reports.map((report) => `\n${formatReport(report)}`).join(''));
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(resultOf(reports), null, 2)}\n`);
  }
}

function parseSize(text: string): number {
  const size = Number(text.trim().replaceAll('_', ''));
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new UsageError(
      `--sizes takes whole numbers from 1 on, with commas between them (got "${text}").`,
    );
  }
  return size;
}

function findBench(wanted: string): Entry {
  const entry = Object.hasOwn(BENCHES, wanted) ? BENCHES[wanted] : undefined;
  if (entry) return entry;
  const names = Object.keys(BENCHES);
  throw new UsageError(
    `No benchmark is called "${wanted}"${didYouMean(wanted, names)}; there are ${names.join(', ')}.`,
  );
}

function listBenches(): string {
  const width = Math.max(...Object.keys(BENCHES).map(({ length }) => length));
  return Object.entries(BENCHES)
    .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}\n`)
    .join('');
}

function resultOf(reports: readonly BenchReport[]) {
  return {
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      node: process.version,
      date: new Date().toISOString(),
    },
    reports: reports.map(({ title, columns, rows, ratios = [], notes = [] }) => {
      return { title, columns, rows, ratios, notes };
    }),
    ratios: reports.flatMap(({ title, ratios = [] }) =>
      ratios.map((ratio) => ({ report: title, ...ratio, met: isMet(ratio) })),
    ),
  };
}

try {
  await main(process.argv.slice(2));
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
