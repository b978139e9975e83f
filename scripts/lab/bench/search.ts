import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { documentOf, type SearchDocument } from '#search/search.ts';
import { TimeSlicer } from '#search/time-slicer.ts';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { BASE_URL } from './programs.ts';
import { QUESTIONS } from './search/search-questions.ts';
import { openOwn, openScan, type Subject } from './search/search-subjects.ts';
import { openSqlite } from './search/sqlite-search.ts';

const OPEN = { Testimony: openOwn, SQLite: openSqlite, scan: openScan };
const BUILDS = 3;
const REPEATS = 9;

/** All subjects answer each question as the scan does before any answer is timed. */
export const bench: Bench = {
  about: 'a mixed set of searches and counts, beside SQLite (FTS5, trigrams) and a plain scan',
  size: 10_000,
  run: async ({ size, folder, table, progress }) => {
    progress('analyzing the reviews');
    await writeReviews(folder, size);
    const { content } = loadContent(folder);
    const { reviews } = createDataset(content, BASE_URL, createAnnotator());
    const documents = reviews.map(documentOf);
    const subjects = new Map<string, Subject>();
    for (const [subject, open] of Object.entries(OPEN)) {
      const build = () => subjects.set(subject, open(documents));
      const value = Array.from({ length: BUILDS }, () => time(build));
      const aim = open === openOwn ? { atMost: 60 } : undefined;
      table.row({ work: 'index', subject, value, unit: 'ms', aim });
    }
    progress(`comparing the answers to ${QUESTIONS.length} questions`);
    compareAnswers(subjects);
    const times = new Map([...subjects].map(([name, subject]) => [name, timeAnswers(subject)]));
    const compare = (work: string, of: (all: readonly number[]) => number, atLeast: number) => {
      for (const [subject, all] of times) table.row({ work, subject, value: of(all), unit: 'ms' });
      const [own = 0, ...peers] = [...times.values()].map(of);
      const subject = 'best peer / Testimony';
      table.ratio({ work, subject, of: [Math.min(...peers), own], aim: { atLeast } });
    };
    compare('search, mean', (all) => all.reduce((sum, one) => sum + one, 0) / all.length, 2);
    compare('search, worst', (all) => Math.max(...all), 1.5);
    const [subject, value] = ['Testimony', await measureDelay(documents)];
    table.row({ work: 'event loop, p99', subject, value, unit: 'ms late', aim: { atMost: 10 } });
  },
};

/** Throws where the answers to a question differ. */
function compareAnswers(subjects: ReadonlyMap<string, Subject>): void {
  for (const question of QUESTIONS) {
    const [expected, ...answers] = [...subjects.values()].map((answer) => answer(question));
    if (answers.every((one) => isDeepStrictEqual(one, expected))) continue;
    throw new Error(`The answers to ${JSON.stringify(question)} differ.`);
  }
}

/** The median milliseconds of each question. */
function timeAnswers(answer: Subject): number[] {
  return QUESTIONS.map((question) => {
    const times = Array.from({ length: REPEATS }, () => time(() => answer(question)));
    return times.sort((a, b) => a - b)[REPEATS >> 1] ?? Number.NaN;
  });
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const CLIENTS = 8;
const SECONDS = 5;

/** The delay of timers while clients search without a pause. */
async function measureDelay(documents: readonly SearchDocument[]): Promise<number> {
  const index = new SearchIndex(buildSearchIndex(documents));
  const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const end = performance.now() + SECONDS * 1000;
  const search = async () => {
    for (let turn = 0; performance.now() < end; turn++) {
      const question = QUESTIONS[turn % QUESTIONS.length];
      if (question) await slicer.run(index.searchInSteps(question));
    }
  };
  delay.enable();
  await Promise.all(Array.from({ length: CLIENTS }, search));
  delay.disable();
  return delay.percentile(99) / 1e6;
}
