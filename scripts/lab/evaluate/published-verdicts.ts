import type { AspectList } from '#dataset/resolve-aspects.ts';
import type { AspectLine } from '../labelled/aspect-file.ts';
import { LABELS, type Label } from '../labelled/label.ts';
import type { LabelledLine } from '../labelled/polarity-file.ts';
import type { Analysis } from './analysis.ts';
import { type Choice, chooseOfText } from './choose-label.ts';
import { predictAspects } from './predict-aspects.ts';

/** What people said of a text or of an aspect in it, and what is published of it. */
export type PublishedVerdict = {
  readonly text: string;
  readonly gold: Label;
  /** The label as it is published without stars. */
  readonly published: Choice;
  /** One of the labels that people gave: where only sides are, what is published of none is likelier of one. */
  readonly predicted: Label;
};

/** What is published of whole texts. */
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

/** What is published of the aspects that lines name. */
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
