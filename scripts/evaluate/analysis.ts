import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { JudgePolarity } from '#insights/polarity/judgement.ts';
import type { Choice } from './choose-label.ts';

/** What is evaluated: a model, and what makes aspects and labels of whole texts with it. */
export type Analysis = {
  readonly judge: JudgePolarity;
  readonly createAnnotate: CreateAnnotate;
  /** The label of a text over its clauses, each of which takes the likelier side. */
  readonly labelText: (text: string) => Choice;
  /** The label as it is published without stars: what is unsure of its side is neutral. */
  readonly labelPublished: (text: string) => Choice;
};
