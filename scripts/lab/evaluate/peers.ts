import Sentiment from 'sentiment';
import vader from 'vader-sentiment';
import type { Label, LabeledText } from '../labelled/labelled.ts';
import type { Methods } from './measures.ts';

const afinn = new Sentiment();

/** Libraries that people would use otherwise. Above 0 speaks for positive, below for negative. */
const SCORES = {
  VADER: (text: string) => vader.SentimentIntensityAnalyzer.polarity_scores(text).compound,
  AFINN: (text: string) => afinn.analyze(text).score,
};
/** VADER is neutral below, by its authors (Hutto & Gilbert 2014); the least score of AFINN is 1. */
const NEUTRAL_BELOW = 0.05;

/** The verdicts of VADER and AFINN. */
export function judgeByPeers(texts: readonly LabeledText[], decide = decideByScore): Methods {
  const judge = (score: (text: string) => number) =>
    texts.map(({ text, label: gold }) => ({ gold, predicted: decide(score(text)) }));
  return { VADER: judge(SCORES.VADER), AFINN: judge(SCORES.AFINN) };
}

function decideByScore(score: number): Label {
  return Math.abs(score) < NEUTRAL_BELOW ? 'neutral' : decideSideByScore(score);
}

/** One label of two: what is undecided counts as positive, as most reviews are. */
export function decideSideByScore(score: number): Label {
  return score < 0 ? 'negative' : 'positive';
}
