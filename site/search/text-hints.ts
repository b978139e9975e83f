import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import { pluralsOf } from '#insights/text/inflect-word.ts';
import type { Ask, Hint } from './hints.ts';
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
): Promise<Hint[]> {
  const text = query.query;
  if (text === undefined) return [];
  const hints: Hint[] = [];
  const titles = await ask.titles(query);
  if (titles > 0) {
    const hold = titles === 1 ? '1 title holds' : `${titles} titles hold`;
    hints.push({ text: `${hold} ${quote(text)}, but query searches review texts only.` });
  }
  const words = [...new Set(fold(text).match(WORD) ?? [])].filter(
    ({ length }) => length >= LEAST_LETTERS,
  );
  const related = query.aspect === undefined ? names.aspects : [];
  const aspects = related.filter((aspect) => isAbout(aspect, words)).slice(0, MAX_ASPECTS);
  for (const { id, name } of aspects) {
    const next = { ...without(query, 'query'), aspect: id };
    const total = await ask.total(next);
    if (total > 0) {
      const all = query.sentiment === undefined ? ', good or bad,' : '';
      const are = total === 1 ? `1 review${all} is` : `${total} reviews${all} are`;
      const use = `use aspect=${id}`;
      hints.push({ text: `${are} about the related aspect ${quote(name)}: ${use}.`, next });
    }
  }
  if (words.length < 2) return hints;
  const said = 'query is one phrase, not keywords. Reviews with one of its words';
  const questions = words
    .slice(0, MAX_WORDS)
    .map((word) => [quote(word), { ...query, query: word }] as const);
  return [...hints, ...(await hintOnTotals(said, questions, ask))];
}

/** How many reviews each of some questions finds; the first that finds any leads on. */
export async function hintOnTotals(
  said: string,
  questions: readonly (readonly [name: string, question: FilterQuery])[],
  ask: Ask,
): Promise<Hint[]> {
  const found: Hint[] = [];
  for (const [name, next] of questions) {
    const total = await ask.total(next);
    if (total > 0) found.push({ text: `${name} ${total}`, next });
  }
  const totals = found.map(({ text }) => text).join(', ');
  return found.slice(0, 1).map(({ next }) => ({ text: `${said}: ${totals}.`, next }));
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
