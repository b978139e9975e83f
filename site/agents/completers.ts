import { fold } from '#dataset/text/fold.ts';
import type { Corpus } from '#search/corpus/corpus.ts';
import { positionOf } from '#search/corpus/corpus.ts';
import { joinPieces, offsetsOf, pieceAt } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** Maximum values of a completion (MCP, completion/complete). */
const MAX_COMPLETIONS = 100;

/** In the terms of MCP's completion. */
export type Completion = {
  readonly values: readonly string[];
  /** How many there are, where that is known. */
  readonly total?: number;
  readonly hasMore: boolean;
};

/** Completes what was typed so far. */
export type Completer = (typed: string, source: ReviewSource) => Promise<Completion>;

/** The first of all values. */
function completionOf(all: readonly string[]): Completion {
  return {
    values: all.slice(0, MAX_COMPLETIONS),
    total: all.length,
    hasMore: all.length > MAX_COMPLETIONS,
  };
}

/** For arguments with values that cannot be foreseen. */
export const completeNothing: Completer = async () => completionOf([]);

/** The dates on which reviews were published, newest first. */
export const completeDate: Completer = async (typed, { corpus }) =>
  completionOf(
    corpus.datePrefixes.map(({ date }) => date).filter((date) => date.startsWith(typed)),
  );

/** Full names of technicians, by the beginning of any of their names or of the id. */
export const completeTechnician: Completer = async (typed, { insights }) => {
  const { technicians } = (await insights()).entities;
  const begins = beginsWith(typed);
  return completionOf(
    technicians
      .filter(({ id, name, aliases }) => [name, id, ...aliases].some(begins))
      .map(({ name }) => name),
  );
};

/** Ids of services, by the beginning of the id or of the name. */
export const completeService: Completer = async (typed, { insights }) => {
  const { services } = (await insights()).entities;
  const begins = beginsWith(typed);
  return completionOf(
    services.filter(({ id, name }) => [id, name].some(begins)).map(({ id }) => id),
  );
};

/** Case and accents do not matter. */
function beginsWith(typed: string): (name: string) => boolean {
  const folded = fold(typed);
  return (name) => fold(name).startsWith(folded);
}

/** How many of the newest reviews are looked at for an answer, which comes with each key stroke. */
export const MAX_IDS_LOOKED_AT = 100_000;

const BEGINNING = /^[a-z0-9-]{1,64}$/;
const ID_KEY = Buffer.from('"id":"');
const SLASH = 0x2f;

/**
 * Ids of reviews, newest first. Where there are more reviews than are looked at, ids of older ones
 * are found only when they are whole, and how many have a beginning is not known.
 */
export const completeReviewId: Completer = async (typed, { corpus }) => {
  if (typed !== '' && !BEGINNING.test(typed)) return completionOf([]);
  const { ids, counted } = idsFrom(corpus, typed);
  // All begin with nothing.
  const total = typed === '' ? corpus.count : counted;
  if (typed === '' || corpus.count <= MAX_IDS_LOOKED_AT) {
    return { values: ids, total, hasMore: total > ids.length };
  }
  const isOlder = !ids.includes(typed) && positionOf(corpus, typed) !== undefined;
  const values = isOlder ? [typed, ...ids.slice(0, MAX_COMPLETIONS - 1)] : ids;
  return { values, hasMore: true };
};

/** The first ids with a beginning, and how many there are among the reviews that are looked at. */
function idsFrom(
  { body, starts, count }: Corpus,
  beginning: string,
): { readonly ids: readonly string[]; readonly counted: number } {
  const offsets = offsetsOf(body);
  const sought = Buffer.from(beginning);
  const ids: string[] = [];
  let counted = 0;
  let number = -1;
  let offset = 0;
  let buffer: Buffer = Buffer.alloc(0);
  const end = Math.min(count, MAX_IDS_LOOKED_AT);
  for (let position = 0; position < end; position++) {
    const at = starts[position] ?? 0;
    if (at >= (offsets[number + 1] ?? Number.POSITIVE_INFINITY)) {
      number = pieceAt(offsets, at);
      buffer = joinPieces(body.slice(number, number + 1));
      offset = offsetOfId(buffer, at - (offsets[number] ?? 0)) - (offsets[number] ?? 0);
    }
    const start = at + offset;
    if (!standsAt(buffer, start, sought)) continue;
    if (++counted > MAX_COMPLETIONS) continue;
    ids.push(buffer.toString('latin1', start, buffer.indexOf(SLASH, start)));
  }
  return { ids, counted };
}

/**
 * How far from its start the id of a review stands in its URL. All reviews begin alike,
 * `{"@type":"Review","@id":"BASE_URL/reviews/ID/","id":"ID"`, so that it is the same for all.
 */
function offsetOfId(buffer: Buffer, start: number): number {
  const key = buffer.indexOf(ID_KEY, start);
  return buffer.lastIndexOf(SLASH, key - '/",'.length - 1) + 1 - start;
}

/** A call of the platform for each review would take ten times as long. */
function standsAt(buffer: Buffer, start: number, sought: Buffer): boolean {
  for (let index = 0; index < sought.length; index++) {
    if (buffer[start + index] !== sought[index]) return false;
  }
  return true;
}
