/**
 * How fast the hub brings a change to all subscribers, and what memory that takes. processes.ts starts
 * the subscribers and the peer (run-subscribers.ts, run-peer.ts), which control.ts commands; hub.ts
 * prepares the service; trial.ts measures fan-outs of both in turn; tally.ts counts and checks what
 * arrives; report.ts has the tables.
 */

import { join } from 'node:path';
import { type Bench, describeMachine } from '../bench.ts';
import { createTemporaryFolder } from '../process/process.ts';
import { type BenchRelease, buildBenchRelease } from '../release.ts';
import type { BenchReport } from '../report.ts';
import { type Certificate, makeCertificate } from './processes.ts';
import { type Peak, reportMemory, reportTopic, type TopicResult } from './report.ts';
import { measureTrial, type Trial, type TrialResult } from './trial.ts';

/** The feed holds the 50 newest reviews of however many. */
const SMALL = { path: '/api/feed.json', reviews: 100, rounds: 5 };
/** More than a megabyte, and to 10,000 subscribers more than ten gigabytes a round. */
const LARGE = { path: '/reviews.json', reviews: 1000, rounds: 3 };

export const bench: Bench = {
  sizes: [1000, 10_000],
  run: async ({ sizes, progress }) => {
    const notes = describeMachine();
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
      const options = { folder: folder.path, certificate, subscriptions, hasOthers, progress };
      for (const topic of topics) {
        const { result, peak } = await measureTopic(topic, options);
        reports.push(reportTopic(result, notes));
        if (topic.path === LARGE.path) peaks.push(peak);
      }
    }
    return [...reports, reportMemory(peaks, LARGE.path)];
  },
};

type BenchTopic = {
  readonly path: string;
  readonly rounds: number;
  readonly release: BenchRelease;
};

type TopicOptions = {
  readonly folder: string;
  readonly certificate: Certificate;
  readonly subscriptions: number;
  readonly hasOthers: boolean;
  readonly progress: (message: string) => void;
};

type Way = Pick<Trial, 'isSigned' | 'hasPeer'> & { readonly label: string };

const AIMED: Way = { label: 'Testimony', isSigned: false, hasPeer: true };
const OTHERS: readonly Way[] = [{ label: '  with signatures', isSigned: true, hasPeer: false }];
const NOTHING: TrialResult = {
  bodyBytes: 0,
  ours: [],
  peer: [],
  peakMegabytes: null,
  peerPeakMegabytes: null,
};

/** Measures a topic at one number of subscriptions. What fails is noted in the result. */
async function measureTopic(
  { path, rounds, release }: BenchTopic,
  { folder, certificate, subscriptions, hasOthers, progress }: TopicOptions,
): Promise<{ readonly result: TopicResult; readonly peak: Peak }> {
  const failures: string[] = [];
  const attempt = async ({ label, ...way }: Way) => {
    const name = label.trim();
    progress(`${path} to ${subscriptions} subscribers: ${name}`);
    const stateDir = join(
      folder,
      `state ${path.slice(1).replace('/', ' ')} ${subscriptions} ${name}`,
    );
    const own = { ...release, stateDir };
    try {
      const trial = { folder, certificate, path, subscriptions, rounds, release: own, ...way };
      return await measureTrial(trial);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failures.push(`${name} could not be measured: ${message}.`);
      return NOTHING;
    }
  };
  const aimed = await attempt(AIMED);
  const others = [];
  for (const way of hasOthers ? OTHERS : []) {
    others.push({ label: way.label, fanOuts: (await attempt(way)).ours });
  }
  const { bodyBytes, ours, peer } = aimed;
  return {
    result: { path, subscriptions, bodyBytes, ours, peer, others, failures },
    peak: {
      subscriptions,
      bodyBytes,
      rounds: ours.length,
      megabytes: aimed.peakMegabytes,
      peerMegabytes: aimed.peerPeakMegabytes,
    },
  };
}
