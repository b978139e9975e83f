import { type Completer, completionOf } from './complete-list.ts';

/** The dates on which reviews were published, newest first. */
export const completeDate: Completer = async (typed, { corpus }) =>
  completionOf(corpus.steps.map(({ date }) => date).filter((date) => date.startsWith(typed)));
