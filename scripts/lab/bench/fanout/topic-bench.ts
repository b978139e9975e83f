import { join } from 'node:path';
import type { BenchRelease } from '../bench-release.ts';
import type { Certificate } from './certificate.ts';
import { measureTrial, type Trial, type TrialResult } from './measure-trial.ts';
import type { Peak } from './report-memory.ts';
import type { TopicResult } from './report-topic.ts';

/** A topic with the release that it is measured on. */
export type BenchTopic = {
  readonly path: string;
  readonly rounds: number;
  readonly release: BenchRelease;
};

export type TopicSettings = {
  readonly folder: string;
  readonly certificate: Certificate;
  readonly subscriptions: number;
  /** Whether the hub also runs in other ways, for information. */
  readonly hasOthers: boolean;
  readonly progress: (message: string) => void;
};

export type TopicMeasures = {
  readonly result: TopicResult;
  /** Of the way that the aim is held against. */
  readonly peak: Peak;
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

/** Measures a topic at one number of subscriptions. What fails is told in the result. */
export async function measureTopic(
  { path, rounds, release }: BenchTopic,
  { folder, certificate, subscriptions, hasOthers, progress }: TopicSettings,
): Promise<TopicMeasures> {
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
