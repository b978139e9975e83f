import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { JudgePolarity } from '#insights/polarity/judgement.ts';
import type { Label } from '../labelled/label.ts';

/** What is evaluated: a model, and what makes aspects and labels of whole texts with it. */
export type Analysis = {
  readonly judge: JudgePolarity;
  readonly createAnnotate: CreateAnnotate;
  /** The label of a text over its clauses. */
  readonly labelText: (text: string) => { readonly label: Label; readonly confidence: number };
};
