import type { Annotations } from '#dataset/annotate.ts';
import { decide, decideSide } from '#insights/polarity/judgement.ts';
import type { Label } from '../labelled/label.ts';
import type { Reading } from './analysis.ts';

/** A label that was chosen, and how sure that is. */
export type Choice = { readonly label: Label; readonly confidence: number };

/** One clause that speaks of an aspect. */
export type Mention = NonNullable<Annotations['aspects']>[number];

/**
 * What some mentions say of one aspect: their one side, mixed where both occur, neutral where none
 * does. Where people gave no such label, it is the side to which the mentions lean on the mean.
 */
export function chooseOfMentions(mentions: readonly Mention[], given: ReadonlySet<Label>): Choice {
  const positive = surest(mentions, 'positive');
  const negative = surest(mentions, 'negative');
  if (positive > 0 && negative > 0) {
    if (given.has('mixed')) return { label: 'mixed', confidence: Math.min(positive, negative) };
    return leanOf(mentions);
  }
  if (positive > 0) return { label: 'positive', confidence: positive };
  if (negative > 0) return { label: 'negative', confidence: negative };
  if (!given.has('neutral')) return leanOf(mentions);
  return { label: 'neutral', confidence: surest(mentions, 'neutral') };
}

/** What a text says on the whole, in one of the labels that people gave. */
export function chooseOfText(
  text: string,
  given: ReadonlySet<Label>,
  { judge, labelText }: Pick<Reading, 'judge' | 'labelText'>,
): Choice {
  const whole = labelText(text);
  if (given.has(whole.label)) return whole;
  return given.has('neutral') ? decide(judge(text)) : decideSide(judge(text));
}

/** The greatest confidence of the mentions with a label; 0 of none. A mixed one is of both sides. */
function surest(mentions: readonly Mention[], label: Label): number {
  const own = mentions.filter(
    ({ sentiment }) => sentiment === label || (sentiment === 'mixed' && label !== 'neutral'),
  );
  return Math.max(0, ...own.map(({ confidence }) => confidence));
}

/** A score is the probability of positive less that of negative. */
function leanOf(mentions: readonly Mention[]): Choice {
  const score = mentions.reduce((sum, mention) => sum + mention.score, 0) / mentions.length;
  return { label: score < 0 ? 'negative' : 'positive', confidence: (1 + Math.abs(score)) / 2 };
}
