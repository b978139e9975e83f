import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { renderReviews } from '#artifacts/reviews-json.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { renderBlocks } from '#search/corpus/review-records.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { TimeSlicer } from '#search/run-search.ts';
import { documentOf } from '#search/search.ts';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { BASE_URL } from './programs.ts';
import { QUESTIONS } from './search/search-questions.ts';
import { openOwn, openScan, type Subject } from './search/search-subjects.ts';
import { openSqlite } from './search/sqlite-search.ts';

const PEERS = { SQLite: openSqlite, scan: openScan };
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
    const dataset = createDataset(content, BASE_URL, createAnnotator());
    const documents = dataset.reviews.map(documentOf);
    const parts = renderReviews(dataset);
    const corpus = corpusOf(parts);
    let { blocks } = parts;
    const build = () => new SearchIndex(buildSearchIndex(blocks.map(indexReviews)), corpus);
    const cold = time(build);
    table.row({ work: 'index of a start', subject: 'Testimony', value: cold, unit: 'ms' });
    const edits = Array.from({ length: BUILDS }, (_, at) => {
      const edited = dataset.reviews.map((review, position) =>
        position === at * 100 ? { ...review } : review,
      );
      blocks = renderBlocks(edited, blocks);
      return time(build);
    });
    const [subject, unit] = ['Testimony', 'ms'];
    table.row({ work: 'index', subject, value: edits, unit, aim: { atMost: 60 } });
    const index = build();
    const subjects = new Map([['Testimony', openOwn(index)]]);
    for (const [peer, open] of Object.entries(PEERS)) {
      const opening = () => subjects.set(peer, open(documents));
      const value = Array.from({ length: BUILDS }, () => time(opening));
      table.row({ work: 'index', subject: peer, value, unit });
    }
    progress(`comparing the answers to ${QUESTIONS.length} questions`);
    compareAnswers(subjects);
    const times = new Map([...subjects].map(([name, subject]) => [name, timeAnswers(subject)]));
    const compare = (work: string, of: (all: readonly number[]) => number, atLeast: number) => {
      for (const [subject, all] of times) table.row({ work, subject, value: of(all), unit: 'ms' });
      const [own = 0, ...peers] = [...times.values()].map(of);
      const ratio = 'best peer / Testimony';
      table.ratio({ work, subject: ratio, of: [Math.min(...peers), own], aim: { atLeast } });
    };
    compare('search, mean', (all) => all.reduce((sum, one) => sum + one, 0) / all.length, 2);
    compare('search, worst', (all) => Math.max(...all), 1.5);
    const value = await measureDelay(index);
    table.row({ work: 'event loop, p99', subject, value, unit: 'ms late', aim: { atMost: 10 } });
  },
};

/** Throws if the answers to a question differ. */
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
async function measureDelay(index: SearchIndex): Promise<number> {
  const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const end = performance.now() + SECONDS * 1000;
  const search = async () => {
    for (let turn = 0; performance.now() < end; turn++) {
      const question = QUESTIONS[turn % QUESTIONS.length];
      if (question) await slicer.run(index.search(question));
    }
  };
  delay.enable();
  await Promise.all(Array.from({ length: CLIENTS }, search));
  delay.disable();
  return delay.percentile(99) / 1e6;
}
