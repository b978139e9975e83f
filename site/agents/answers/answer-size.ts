import { shorten } from '#dataset/text/shorten.ts';
import { costOf } from './text-cost.ts';

/**
 * Hosts refuse or cut answers of more than about 25,000 tokens, so ours end at about 20,000: three
 * bytes count as one, an upper bound for English prose and JSON. Text with more tokens per byte,
 * such as emoji, rare scripts and random letters, counts for more than its bytes (`costOf`).
 */
export const MAX_ANSWER_BYTES = 60_000;
const BYTES_PER_TOKEN = 3;

/** Room for the members of an answer besides its records. */
const ENVELOPE_BYTES = 2000;
const ROOM = MAX_ANSWER_BYTES - ENVELOPE_BYTES;
/** Maximum UTF-16 units of a text that is too long by itself, and its maximum cost. */
const MAX_TEXT_LENGTH = 8000;
const MAX_TEXT_COST = 24_000;

/** The maximum tokens of a cost (`costOf`), in round numbers. */
export function tokensOf(cost: number): number {
  return Math.ceil(cost / BYTES_PER_TOKEN / 100) * 100;
}

/** The number of texts, from the first on, that fit into an answer: at least one. */
export function countFitting(texts: readonly string[], room = ROOM): number {
  if (isShort(texts, room)) return texts.length;
  let left = room;
  const tooMany = texts.findIndex((text) => {
    left -= costOf(text) + 1;
    return left < 0;
  });
  return tooMany < 0 ? texts.length : Math.max(1, tooMany);
}

/** True if an answer has room for a text. */
export function isFitting(text: string, room = ROOM): boolean {
  return isShort([text], room) || costOf(text) <= room;
}

/** True without an estimate: no text has more tokens than bytes. */
function isShort(texts: readonly string[], room: number): boolean {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes * BYTES_PER_TOKEN <= room;
}

/** The first records, as many as fit into an answer: at least one. */
export function fittingOf<Item>(records: readonly Item[], room = ROOM): readonly Item[] {
  const texts = records.map((one) => JSON.stringify(one));
  return records.slice(0, countFitting(texts, room));
}

/** Members of an answer; the first may be hints, which are few. */
export type Members = { readonly hints?: readonly string[]; readonly [name: string]: unknown };

/**
 * Returns the members of an answer, cut if they are too long together: long texts to their start,
 * lists to their first records. `hints` names the cut members and the file with their full content.
 */
export function fitAnswer(members: Members, file: string): Members {
  const { hints = [], ...others } = members;
  // Records that were chosen by `fittingOf` are not cut again.
  const room = ROOM + ENVELOPE_BYTES / 2 - valueCost(hints);
  if (isFitting(JSON.stringify(others), room)) return members;
  const cut = new Set<string>();
  const fitted = fitMembers(others, room, cut);
  const whole = `Cut, because the answer is very long: ${[...cut].join(', ')}. The full content is in ${file}.`;
  return { hints: [whole, ...hints], ...fitted };
}

/** Short members stay whole: long ones share the rest of the room. */
function fitMembers(members: object, room: number, cut: Set<string>): object {
  const byCost = Object.entries(members)
    .map(([name, value]) => ({ name, value, cost: valueCost(value) }))
    .sort((a, b) => a.cost - b.cost);
  let left = room - valueCost(Object.keys(members));
  const fitted = new Map(
    byCost.map(({ name, value }, place) => {
      const kept = fitValue(value, Math.floor(left / (byCost.length - place)), cut, name);
      left -= valueCost(kept);
      return [name, kept];
    }),
  );
  return Object.fromEntries(Object.keys(members).map((name) => [name, fitted.get(name)]));
}

function fitValue(value: unknown, room: number, cut: Set<string>, name: string): unknown {
  if (valueCost(value) <= room || value === null) return value;
  if (Array.isArray(value)) {
    const shown = fittingOf(value, room);
    if (shown.length < value.length) {
      cut.add(`${name} (the first ${shown.length} of ${value.length})`);
    }
    return shown.map((one) => fitValue(one, room, cut, name));
  }
  if (typeof value === 'object') return fitMembers(value, room, cut);
  if (typeof value !== 'string') return value;
  cut.add(name);
  return shortenText(value, Math.min(room, MAX_TEXT_COST));
}

function valueCost(value: unknown): number {
  return costOf(JSON.stringify(value) ?? '');
}

/** Returns the start of a text that would fill an answer by itself. */
export function shortenText(text: string, mostCost = MAX_TEXT_COST): string {
  let start = shorten(text, MAX_TEXT_LENGTH);
  for (let cost = valueCost(start); cost > mostCost && start !== ''; cost = valueCost(start)) {
    // Shorter by at least one, as room is left for the ellipsis.
    start = shorten(
      start,
      Math.min(start.length - 1, Math.floor((start.length * mostCost) / cost)),
    );
  }
  return start === text ? text : `${start}…`;
}
