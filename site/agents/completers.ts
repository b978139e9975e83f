import { fold } from '#dataset/text/fold.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** Maximum values of a completion (MCP, completion/complete). */
const MAX_COMPLETIONS = 100;

/** In the terms of MCP's completion. */
export type Completion = {
  readonly values: readonly string[];
  /** The total number, if known. */
  readonly total?: number;
  readonly hasMore: boolean;
};

/** Completes the text typed so far. */
export type Completer = (typed: string, source: ReviewSource) => Promise<Completion>;

/** The first of all values. */
function completionOf(all: readonly string[]): Completion {
  return {
    values: all.slice(0, MAX_COMPLETIONS),
    total: all.length,
    hasMore: all.length > MAX_COMPLETIONS,
  };
}

/** For arguments with unforeseeable values. */
export const completeNothing: Completer = async () => completionOf([]);

/** The dates on which reviews were published, newest first. */
export const completeDate: Completer = async (typed, { corpus }) =>
  completionOf(
    corpus.datePrefixes.map(({ date }) => date).filter((date) => date.startsWith(typed)),
  );

/** Full names of technicians, by the beginning of any of their names or of the id. */
export const completeTechnician: Completer = async (typed, { insights }) => {
  const { technicians } = (await insights()).entities;
  const meant = technicians.filter(({ id, name, aliases }) => begin([name, id, ...aliases], typed));
  return completionOf(meant.map(({ name }) => name));
};

/** Ids of services, by the beginning of the id or of the name. */
export const completeService: Completer = async (typed, { insights }) => {
  const { services } = (await insights()).entities;
  const meant = services.filter(({ id, name }) => begin([id, name], typed));
  return completionOf(meant.map(({ id }) => id));
};

/** True if one of some names begins with a text, whatever its case and accents. */
const begin = (names: readonly string[], typed: string) =>
  names.some((name) => fold(name).startsWith(fold(typed)));

/** Ids of reviews, newest first. */
export const completeReviewId: Completer = async (typed, { corpus }) =>
  completionOf(corpus.ids.filter((id) => id.startsWith(typed)));
