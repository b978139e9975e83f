import { join } from 'node:path';
import { buildBenchRelease } from './bench-release.ts';
import type { Bench, BenchReport } from './bench-report.ts';
import { makeCertificate } from './fanout/certificate.ts';
import { type Peak, reportMemory } from './fanout/report-memory.ts';
import { reportTopic } from './fanout/report-topic.ts';
import { type BenchTopic, measureTopic } from './fanout/topic-bench.ts';
import { createTemporaryFolder } from './process/temporary-folder.ts';
import { describeRun } from './run-notes.ts';

const SIZES = [1000, 10_000];
/** The feed holds the 50 newest reviews of however many. */
const SMALL = { path: '/api/feed.json', reviews: 100, rounds: 5 };
/** More than a megabyte, and to 10,000 subscribers more than ten gigabytes a round. */
const LARGE = { path: '/reviews.json', reviews: 1000, rounds: 3 };

/** How fast the hub brings a change to all subscribers, and what memory that takes. */
export const bench: Bench = {
  name: 'fanout',
  about: 'deliveries of the hub over TLS, against a bare undici loop',
  run: async ({ sizes = SIZES, progress }) => {
    const notes = describeRun();
    await using folder = createTemporaryFolder();
    const certificate = await makeCertificate(folder.path);
    const topics: BenchTopic[] = [];
    for (const { reviews, ...topic } of [SMALL, LARGE]) {
      progress(`building a release of ${reviews} reviews`);
      const release = await buildBenchRelease(join(folder.path, `${reviews} reviews`), reviews);
      topics.push({ ...topic, release });
    }
    const reports: BenchReport[] = [];
    const peaks: Peak[] = [];
    const least = Math.min(...sizes);
    for (const subscriptions of sizes) {
      const hasOthers = subscriptions === least;
      const settings = { folder: folder.path, certificate, subscriptions, hasOthers, progress };
      for (const topic of topics) {
        const { result, peak } = await measureTopic(topic, settings);
        reports.push(reportTopic(result, notes));
        if (topic.path === LARGE.path) peaks.push(peak);
      }
    }
    return [...reports, reportMemory(peaks, LARGE.path)];
  },
};
