import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import { pluralsOf } from '#insights/text/inflect-word.ts';
import type { Ask } from './hints.ts';
import type { EntityNames } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import { without } from './question/without.ts';

const MAX_WORDS = 4;
const MAX_ASPECTS = 3;
const WORD = /[\p{L}\p{N}]+/gu;
/** Shorter words mean too little by themselves. */
const LEAST_LETTERS = 3;

/** What the words of a text that is in no review are found in. */
export async function hintsOnText(
  query: FilterQuery,
  names: EntityNames,
  ask: Ask,
): Promise<string[]> {
  const text = query.query;
  if (text === undefined) return [];
  const hints: string[] = [];
  const titles = await ask.titles(query);
  if (titles > 0) {
    const hold = titles === 1 ? '1 title holds' : `${titles} titles hold`;
    hints.push(`${hold} ${quote(text)}, but query searches review texts only.`);
  }
  const words = [...new Set(fold(text).match(WORD) ?? [])].filter(
    ({ length }) => length >= LEAST_LETTERS,
  );
  const related = query.aspect === undefined ? names.aspects : [];
  const aspects = related.filter((aspect) => isAbout(aspect, words)).slice(0, MAX_ASPECTS);
  for (const { id, name } of aspects) {
    const total = await ask.total({ ...without(query, 'query'), aspect: id });
    if (total > 0) {
      const all = query.sentiment === undefined ? ', good or bad,' : '';
      const are = total === 1 ? `1 review${all} is` : `${total} reviews${all} are`;
      hints.push(`${are} about the related aspect ${quote(name)}: use aspect=${id}.`);
    }
  }
  if (words.length > 1) {
    const found: string[] = [];
    for (const word of words.slice(0, MAX_WORDS)) {
      const total = await ask.total({ ...query, query: word });
      if (total > 0) found.push(`${quote(word)} ${total}`);
    }
    if (found.length > 0) {
      hints.push(
        `query is one phrase, not keywords. Reviews with one of its words: ${found.join(', ')}.`,
      );
    }
  }
  return hints;
}

/** Whether some word is another name of an aspect, or a word of its name, or begins as one does. */
function isAbout({ name, aliases }: Named, words: readonly string[]): boolean {
  const terms = new Set(aliases.map((one) => fold(one)));
  const named = (fold(name).match(WORD) ?? []).filter(({ length }) => length > LEAST_LETTERS);
  return words.some((word) => terms.has(word) || named.some((own) => isAkin(word, own)));
}

/** Short words begin many that mean something else: "out" begins "outcome". */
const LEAST_STEM = 5;

function isAkin(one: string, other: string): boolean {
  const [stem, word] = one.length < other.length ? [one, other] : [other, one];
  const isStem = stem.length >= LEAST_STEM && word.startsWith(stem);
  return isStem || word === stem || pluralsOf(stem).includes(word);
}
