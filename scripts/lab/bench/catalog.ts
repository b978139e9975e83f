import type { Bench } from './bench-report.ts';

/** A benchmark that can be run by name. Loading it imports its file and its peers. */
export type CatalogEntry = {
  readonly name: string;
  readonly about: string;
  readonly load: () => Promise<Bench>;
};

/** Every benchmark, in the order in which they are listed. */
export const BENCHES: readonly CatalogEntry[] = [
  entry(
    'publish',
    'from saving a review until it is served, against rebuilds by Hugo and Eleventy',
  ),
  entry('pages', 'pages rendered on demand, and remembered ones beside a static file'),
  entry('search', 'a mixed set of searches, against SQLite, PostgreSQL and a plain scan'),
  entry('conditional', 'a conditional GET that matches, against nginx'),
  entry('since', 'reviews since a date: 304 and 200, against a static file of the same size'),
  entry('build', 'a full build from nothing, against Eleventy and Hugo'),
  entry(
    'insights',
    'analysis of reviews, against VADER and AFINN, and insights.json after an edit',
  ),
  entry('memory', 'what the service holds: its starts, pages, edit after edit'),
  entry('start', 'from spawning node to the first answer'),
  entry('mcp', 'tool calls over MCP, against the servers that the SDKs come with'),
  entry('fanout', 'deliveries of the hub over TLS, against a bare undici loop'),
];

function entry(name: string, about: string): CatalogEntry {
  return { name, about, load: () => loadBench(name) };
}

async function loadBench(name: string): Promise<Bench> {
  const url = new URL(`./${name}.ts`, import.meta.url).href;
  let loaded: unknown;
  try {
    loaded = await import(url);
  } catch (error) {
    if (!isMissing(error, url)) throw error;
    throw new Error(`The benchmark "${name}" is not written yet; it belongs into ${name}.ts.`, {
      cause: error,
    });
  }
  const bench: unknown = isRecord(loaded) ? loaded.bench : undefined;
  if (!isBench(bench)) throw new Error(`${name}.ts does not export a benchmark called "bench".`);
  return bench;
}

/** True where the benchmark's own file is missing, not one that it imports. */
function isMissing(error: unknown, url: string): boolean {
  return isRecord(error) && error.code === 'ERR_MODULE_NOT_FOUND' && error.url === url;
}

function isBench(value: unknown): value is Bench {
  return isRecord(value) && typeof value.name === 'string' && typeof value.run === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
