import { CONFIDENT, decideSide, type JudgePolarity } from '#insights/polarity/judgment.ts';
import { DOMAINS, type TrainingData, type WeighedText } from '../train/training-data.ts';
import { measureCalibration, measureConfident, measureLabels, type Verdict } from './measures.ts';
import { describeShares, formatShares, listFigures, type Section } from './section.ts';

/** A domain, and verdicts on its sentences by a model that saw none of them. */
type HeldOut = { readonly domain: string; readonly verdicts: readonly Verdict[] };

/** Judges each domain by a model that learned from all other data. */
export function holdOutDomains(
  { uci, mams, own }: Omit<TrainingData, 'lexicon' | 'law'>,
  train: (texts: readonly WeighedText[]) => JudgePolarity,
): readonly HeldOut[] {
  return uci.map((texts, place) => {
    const judge = train([...uci.toSpliced(place, 1).flat(), ...mams, ...own]);
    const verdicts = texts.map(({ text, label: gold }) => {
      const { label: predicted, confidence } = decideSide(judge(text));
      return { gold, predicted, confidence };
    });
    return { domain: DOMAINS[place] ?? '', verdicts };
  });
}

export function evaluateDomains(domains: readonly HeldOut[]): Section {
  const all = { domain: 'all three', verdicts: domains.flatMap(({ verdicts }) => verdicts) };
  const nameOf = ({ domain }: HeldOut) => `UCI sentences, ${domain} held out`;
  const calibrationError = measureCalibration(all.verdicts);
  const { tables, figures } = describeShares(
    'UCI sentences, one domain held out',
    ['held out', 'n', 'accuracy', 'macro-F1', 'when confident', 'answered'],
    [
      `Two labels, by models that learned from the other two, MAMS and our sentences. Confident is what is published: ${CONFIDENT} and above.`,
      'Our sentences are about the same kinds of things as the held-out domain (things bought, places, films), but none is taken from it. The weights of our sentences and the others were chosen by holding out each of these domains, so read the figures as ±1 point.',
      `The expected calibration error (Guo et al. 2017) is ${formatShares({ calibrationError })[0]}.`,
    ],
    [...domains, all].map((one) => ({
      ...{ name: one.domain, cells: [one.verdicts.length], dataset: nameOf(one) },
      shares: { ...measureLabels(one.verdicts), ...measureConfident(one.verdicts) },
    })),
  );
  return { tables, figures: [...figures, ...listFigures(nameOf(all), { calibrationError })] };
}
