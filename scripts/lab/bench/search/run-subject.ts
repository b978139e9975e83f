import type { SearchDocument, SearchHits } from '#search/search.ts';
import { median } from '../statistics.ts';
import { openBuffer, openMiniSearch, openNaive, openOurs } from './in-memory.ts';
import { openPostgres } from './postgres.ts';
import { QUERIES } from './queries.ts';
import { openSqlite } from './sqlite.ts';
import type { OpenSubject, Subject, SubjectId } from './subject.ts';
import { makeDocuments } from './texts.ts';

// This is the process of one subject: it measures it alone and writes the figures to stdout.

const OPEN: Readonly<Record<SubjectId, OpenSubject>> = {
  ours: openOurs,
  sqlite: openSqlite,
  postgres: openPostgres,
  buffer: openBuffer,
  naive: openNaive,
  minisearch: openMiniSearch,
};
const LEAST_REPEATS = 3;
const MOST_REPEATS = 101;
/** A query is repeated until so much time is spent on it. */
const MILLISECONDS_A_QUERY = 60;

async function measure(subject: Subject) {
  const hits: SearchHits[] = [];
  // The first pass warms caches and the compiler, and is the one whose results are compared.
  for (const filters of QUERIES) hits.push(await subject.search(filters));
  const milliseconds: number[] = [];
  for (const filters of QUERIES) {
    const times: number[] = [];
    let spent = 0;
    while (
      times.length < LEAST_REPEATS ||
      (spent < MILLISECONDS_A_QUERY && times.length < MOST_REPEATS)
    ) {
      const start = performance.now();
      const answer = subject.search(filters);
      if (answer instanceof Promise) await answer;
      const time = performance.now() - start;
      times.push(time);
      spent += time;
    }
    milliseconds.push(median(times));
  }
  return { milliseconds, hits };
}

function timeDocuments(size: number) {
  const clock = { making: 0 };
  function* documents(): Generator<SearchDocument> {
    const source = makeDocuments(size);
    for (;;) {
      const start = performance.now();
      const next = source.next();
      clock.making += performance.now() - start;
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { clock, documents: documents() };
}

function takenBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

async function main(id: string | undefined, size: number): Promise<void> {
  const open = Object.entries(OPEN).find(([name]) => name === id)?.[1];
  if (open === undefined || !(size > 0)) throw new Error('Usage: run-subject.ts SUBJECT SIZE');
  const before = takenBytes();
  const { clock, documents } = timeDocuments(size);
  const start = performance.now();
  let subject: Subject;
  try {
    subject = await open(documents);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    process.stdout.write(JSON.stringify({ failure }), () => process.exit(0));
    return;
  }
  const buildSeconds = (performance.now() - start - clock.making) / 1000;
  const megabytes = (subject.bytes ?? takenBytes() - before) / 1e6;
  const peakMegabytes = process.resourceUsage().maxRSS / 1e3;
  const measured = await measure(subject);
  const delay = await subject.measureDelay?.();
  await subject.close?.();
  const report = { buildSeconds, megabytes, peakMegabytes, delay, ...measured };
  process.stdout.write(JSON.stringify(report), () => process.exit(0));
}

await main(process.argv[2], Number(process.argv[3]));
