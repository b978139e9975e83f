import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import type { BenchReport } from '../bench/report.ts';
import type { AspectLine } from '../labelled/aspect-files.ts';
import { LABELS, type Label, type LabelledLine } from '../labelled/labelled.ts';
import { type Analysis, type Choice, chooseOfText, predictAspects } from './aspects.ts';
import { accuracyOf, calibrate, isSide, macroF1Of, measureSides } from './metrics.ts';
import { labelByPeer, labelSideByPeer, PEERS, type Peer } from './peers.ts';
import { formatShare } from './sections.ts';

/** What people said of a text or of an aspect in it, and what is published of it. */
type PublishedVerdict = {
  readonly text: string;
  readonly gold: Label;
  readonly published: Choice;
  /** One of the labels that people gave: where only sides are, what is published of none is likelier of one. */
  readonly predicted: Label;
};

export function publishTexts(
  lines: readonly LabelledLine[],
  { labelText, published }: Analysis,
): readonly PublishedVerdict[] {
  const given = new Set(lines.map(({ label }) => label));
  return lines.map(({ text, label: gold }) => {
    const label = published.labelText(text);
    const likelier = {
      ...published,
      labelText: given.has('neutral') ? published.labelText : labelText,
    };
    return {
      ...{ text, gold, published: label },
      predicted: given.has(label.label) ? label.label : chooseOfText(text, given, likelier).label,
    };
  });
}

export function publishAspects(
  lines: readonly AspectLine[],
  list: AspectList,
  { published }: Analysis,
): readonly PublishedVerdict[] {
  const { predictions } = predictAspects(lines, list, published);
  const all = predictAspects(lines, list, published, new Set(LABELS)).predictions;
  return predictions.map(({ text, gold, predicted, isFound }, index) => {
    const { predicted: label = 'neutral', confidence = 0 } = all[index] ?? {};
    // Of an aspect that was not found nothing is published.
    return { text, gold, predicted, published: { label: isFound ? label : 'neutral', confidence } };
  });
}

/** Shares from 0 to 1, null where they are of nothing. */
type Figures = {
  readonly accuracy: number | null;
  readonly macroF1: number | null;
  readonly coverage: number | null;
  readonly accuracyWhenPublished: number | null;
};

type PublishedFigures = { readonly n: number } & Figures & {
    /** How far a published side is from being right as often as its confidence says, of texts with a side. */
    readonly calibrationError: number | null;
    readonly peers: Readonly<Record<string, Figures>>;
  };

export function measurePublished(verdicts: readonly PublishedVerdict[]): PublishedFigures {
  const isThreeWay = verdicts.some(({ gold }) => gold === 'neutral');
  const sided = verdicts
    .filter(({ gold, published }) => isSide(gold) && isSide(published.label))
    .map(({ gold, published: { label, confidence } }) => ({ gold, predicted: label, confidence }));
  const figuresOf = (published: (verdict: PublishedVerdict) => Label, predicted = published) => {
    const of = (label: (verdict: PublishedVerdict) => Label) =>
      verdicts.map((verdict) => ({ gold: verdict.gold, predicted: label(verdict) }));
    const { sidesTaken, accuracyOfSides } = measureSides(of(published));
    return {
      accuracy: accuracyOf(of(predicted)),
      macroF1: macroF1Of(of(predicted)),
      coverage: sidesTaken,
      accuracyWhenPublished: accuracyOfSides,
    };
  };
  const figuresOfPeer = (peer: Peer) =>
    figuresOf(
      ({ text }) => labelByPeer(peer, text),
      ({ text }) => (isThreeWay ? labelByPeer : labelSideByPeer)(peer, text),
    );
  return {
    n: verdicts.length,
    ...figuresOf(
      ({ published }) => published.label,
      ({ predicted }) => predicted,
    ),
    calibrationError: calibrate(sided).error,
    peers: Object.fromEntries(PEERS.map((peer) => [peer.name, figuresOfPeer(peer)])),
  };
}

export function reportPublished(title: string, figures: PublishedFigures): BenchReport {
  const cellsOf = (name: string, of: Figures) => [
    ...[name, figures.n],
    ...[of.accuracy, of.macroF1, of.coverage, of.accuracyWhenPublished].map(formatShare),
  ];
  return {
    title,
    columns: [
      ...['method', 'n', 'accuracy', 'macro-F1', 'takes a side', 'of these right'],
      'calibration error',
    ],
    rows: [
      [...cellsOf('as published', figures), formatShare(figures.calibrationError)],
      ...Object.entries(figures.peers).map(([name, of]) => [...cellsOf(name, of), '']),
    ],
  };
}
