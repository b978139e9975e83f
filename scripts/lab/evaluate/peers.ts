import Sentiment from 'sentiment';
import vader from 'vader-sentiment';
import type { Label, LabelledLine } from '../labelled/labelled.ts';
import type { Judged } from './sections.ts';

/** A library that people would use otherwise. It answers always, and says not how surely. */
export type Peer = {
  readonly name: string;
  /** Above 0 speaks for positive, below for negative. */
  readonly score: (text: string) => number;
  /** Scores nearer to 0 than this are neutral. */
  readonly neutralBelow: number;
};

const afinn = new Sentiment();

/** VADER with the thresholds of its authors (Hutto & Gilbert 2014), and AFINN. */
export const PEERS: readonly Peer[] = [
  {
    name: 'VADER',
    score: (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text).compound,
    neutralBelow: 0.05,
  },
  { name: 'AFINN', score: (text) => afinn.analyze(text).score, neutralBelow: Number.MIN_VALUE },
];

export function labelByPeer({ score, neutralBelow }: Peer, text: string): Label {
  const value = score(text);
  if (Math.abs(value) < neutralBelow) return 'neutral';
  return value > 0 ? 'positive' : 'negative';
}

export function judgeByPeers(lines: readonly LabelledLine[]): readonly Judged[] {
  return PEERS.map((peer) => ({
    method: peer.name,
    verdicts: lines.map(({ text, label: gold }) => ({ gold, predicted: labelByPeer(peer, text) })),
  }));
}

/** One label of two, by the sign: what is undecided counts as positive, as most reviews are. */
export function labelSideByPeer({ score }: Peer, text: string): Label {
  return score(text) < 0 ? 'negative' : 'positive';
}
