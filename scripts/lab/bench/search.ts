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
import { takeTurns } from '#search/run-search.ts';
import { documentOf } from '#search/search.ts';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { BASE_URL } from './programs.ts';
import { listFacets, openScan, type Subject } from './search/scan-documents.ts';
import { QUESTIONS } from './search/search-questions.ts';
import { openSqlite } from './search/sqlite-search.ts';
import { OWN } from './table.ts';

const EDITS = 3;
const REPEATS = 9;

/** All answer each question alike before any answer is timed. */
export const bench: Bench = {
  about: 'a mixed set of searches and counts, beside SQLite (FTS5, trigrams) and a plain scan',
  size: 10_000,
  run: async ({ size, folder, table }) => {
    await writeReviews(folder, size);
    const { content } = loadContent(folder);
    const dataset = createDataset(content, BASE_URL, createAnnotator());
    const parts = renderReviews(dataset);
    const corpus = corpusOf(parts);
    let { blocks } = parts;
    const build = () => new SearchIndex(buildSearchIndex(blocks.map(indexReviews)), corpus);
    const index = build();
    const edits = Array.from({ length: EDITS }, (_, at) => {
      blocks = renderBlocks(
        dataset.reviews.map((one, place) => (place === at * 100 ? { ...one } : one)),
        blocks,
      );
      return time(build);
    });
    const aim = { atMost: 60 };
    table.compare({ work: 'index after an edit', unit: 'ms', figures: { [OWN]: edits }, aim });
    const documents = dataset.reviews.map(documentOf);
    const [own, SQLite, scan] = [openOwn(index), openSqlite(documents), openScan(documents)];
    for (const question of QUESTIONS) {
      const expected = scan(question);
      if ([own, SQLite].every((one) => isDeepStrictEqual(one(question), expected))) continue;
      throw new Error(`The answers to ${JSON.stringify(question)} differ.`);
    }
    const times = {
      [OWN]: timeAnswers(own),
      SQLite: timeAnswers(SQLite),
      scan: timeAnswers(scan),
    };
    const compare = (work: string, of: (all: readonly number[]) => number, atLeast: number) => {
      const entries = Object.entries(times).map(([name, all]) => [name, [of(all)]]);
      const figures = Object.fromEntries(entries);
      table.compare({
        work,
        unit: 'ms',
        figures,
        ratios: { SQLite: { atLeast }, scan: { atLeast } },
      });
    };
    compare('search, mean', (all) => all.reduce((sum, one) => sum + one, 0) / all.length, 2);
    compare('search, worst', (all) => Math.max(...all), 1.5);
    const figures = { [OWN]: [await measureDelay(index)] };
    table.compare({ work: 'event loop, p99', unit: 'ms late', figures, aim: { atMost: 10 } });
  },
};

function openOwn(index: SearchIndex): Subject {
  return (question) => {
    if (question.limit === 0) return listFacets(index.count(question));
    const { total, positions } = index.search(question);
    return { total, positions };
  };
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
  const turn = takeTurns(() => setImmediate());
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const end = performance.now() + SECONDS * 1000;
  const search = async () => {
    for (let asked = 0; performance.now() < end; asked++) {
      const question = QUESTIONS[asked % QUESTIONS.length];
      await turn();
      if (question) index.search(question);
    }
  };
  delay.enable();
  await Promise.all(Array.from({ length: CLIENTS }, search));
  delay.disable();
  return delay.percentile(99) / 1e6;
}
