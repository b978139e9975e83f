import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { JudgePolarity } from '#insights/polarity/judgement.ts';
import type { Choice } from './choose-label.ts';

/** What makes aspects and labels of whole texts. */
export type Reading = {
  readonly judge: JudgePolarity;
  readonly createAnnotate: CreateAnnotate;
  /** The label of a text over its clauses, as reviews are labelled, without stars. */
  readonly labelText: (text: string) => Choice;
};

/**
 * What is evaluated: a model, read so that every clause with an opinion takes the likelier side, and
 * as it is published, where what is unsure of its side is neutral.
 */
export type Analysis = Reading & { readonly published: Reading };
