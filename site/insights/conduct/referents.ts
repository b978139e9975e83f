import type { Vocabulary } from '#dataset/annotate.ts';
import { withFirstNames } from '#dataset/text/mentions.ts';
import { createTermSearch } from '#insights/aspects/search-terms.ts';
import { inflectWord } from '#insights/text/inflect-word.ts';
import { wordSet } from '#insights/text/word-lists.ts';
import { isBeside, isNoun, isSharedWithSelf, isWrittenAsName, joinNamed } from './join-names.ts';
import { DOER, hasPeerMark, isOneOfThem, isWorkplace, predecessorAt, strangerAt } from './peers.ts';
import {
  BUSINESS_NOUNS,
  isGroup,
  isPlural,
  KIN,
  PLACE_NOUNS,
  plainWords,
  singular,
  type Word,
} from './words.ts';

/** Words that name someone: from one word up to, but not including, another of a sentence. */
export type Referent = {
  /** The business, someone else, or a relative, who may speak as the reviewer. */
  readonly side: 'business' | 'other' | 'kin';
  readonly from: number;
  readonly to: number;
  /** One person: “he” and “she” may mean it, “they” hardly does. */
  readonly isPerson: boolean;
  /** Known to both: “the lawyer”, “my lawyer”, a name; not “a lawyer”, “kind people”. */
  readonly isDefinite: boolean;
  /** Someone who did for the reviewer what the business does: a former lawyer, another hotel. */
  readonly isPeer: boolean;
  /** The ids of people of the business who are named. */
  readonly ids?: readonly string[];
};

/**
 * Creates a finder of the people and businesses that the words of a clause name, in order and
 * without overlaps; the longest wins. `others` match in any inflected form, `names` literally,
 * people as reviews are searched for them.
 */
export function createReferentFinder({
  others,
  names,
  technicians,
}: Pick<Vocabulary, 'others' | 'names' | 'technicians'>): (
  words: readonly Word[],
  text: string,
) => Referent[] {
  const findOthers = createTermSearch(others.map(otherOf), inflectWord);
  const findNames = createTermSearch(
    names.map((name) => ({ words: plainWords(name), mostSteps: 1 })),
    (word) => new Set([word]),
  );
  const idOf = new Map(
    withFirstNames(technicians)
      .flatMap(({ id, name, aliases }) => [name, ...aliases].map((each) => ({ id, each })))
      .map(({ id, each }) => [plainWords(each).join(' '), id] as const)
      // If two share a name, the first wins.
      .toReversed(),
  );
  return (words, text) => {
    const texts = words.map(({ text }) => text);
    const phrases = [
      ...findOthers(texts).map(({ start, end, term }) => {
        const [from, to] = [start, end + 1];
        const isPerson = term.isPerson && !isPlural(texts[end] ?? '');
        const isPeer = hasPeerMark(words, from, to);
        return { side: 'other' as const, from, to, isPerson, isPeer, isDefinite: true };
      }),
      ...findNames(texts)
        .filter((match) => isWrittenAsName(words, match, text))
        .map(({ start, end, term }) => {
          const id = idOf.get(term.words.join(' '));
          const isShared = isSharedWithSelf(words, end + 1);
          return {
            ...{ side: 'business' as const, from: start, to: end + 1 },
            ...{ isPerson: true, isPeer: false, isDefinite: true },
            ...(id !== undefined && !isShared && { ids: [id] }),
          };
        }),
    ];
    const phrasesAt = Map.groupBy(phrases, ({ from }) => from);
    const found: Referent[] = [];
    for (let place = 0; place < words.length; ) {
      const [longest] = phrasesAt.get(place)?.sort((a, b) => b.to - a.to) ?? [];
      const referent = longest ?? nounAt(words, place);
      if (referent) found.push(referent);
      place = referent?.to ?? place + 1;
    }
    return joinCompounds(found, words);
  };
}

function otherOf(other: string) {
  const words = plainWords(other);
  const last = words.at(-1) ?? '';
  // A proper name means a company, unless an occupation follows: “Uber driver”.
  const isPerson = !isGroup(last) && (DOER.test(last) || !/^\p{Lu}/u.test(other));
  return { words, mostSteps: 1, isPerson };
}

/** Returns the meaning of a noun by itself: a relative, or a person or a place of a business. */
function nounAt(words: readonly Word[], place: number): Referent | undefined {
  const text = words[place]?.text ?? '';
  const noun = singular(text);
  const stretch = { from: place, to: place + 1 };
  const known = { isPeer: false, isDefinite: true };
  if (KIN.has(noun)) return { side: 'kin', ...stretch, isPerson: noun === text, ...known };
  if (text === 'here') return { side: 'business', ...stretch, isPerson: false, ...known };
  if (!BUSINESS_NOUNS.has(noun)) return predecessorAt(words, place) ?? strangerAt(words, place);
  const isPeer = isOneOfThem(words, place);
  const determiner = determinerOf(words, place);
  if (!isPeer && determiner === 'indefinite') return undefined;
  return {
    side: isPeer || isWorkplace(words, place) ? 'other' : 'business',
    ...stretch,
    isPerson: !PLACE_NOUNS.has(noun) && noun === text,
    isPeer,
    isDefinite: determiner === 'definite',
  };
}

/** Returns the kind of determiner before a noun, with at most two words between. */
function determinerOf(
  words: readonly Word[],
  place: number,
): 'definite' | 'indefinite' | undefined {
  for (let back = 1; back <= 3; back++) {
    const text = words[place - back]?.text ?? '';
    if (INDEFINITE.has(text)) return 'indefinite';
    if (DEFINITE.has(text)) return 'definite';
  }
  return undefined;
}

const INDEFINITE: ReadonlySet<string> = new Set(['a', 'an', 'some', 'any', 'every', 'no']);
const DEFINITE = wordSet('the this these that those my our your their his her its all both');

/** “Hospital billing office” and “the lawyer for the other side” belong to that other party. */
function joinCompounds(found: readonly Referent[], words: readonly Word[]): Referent[] {
  const joined: Referent[] = [];
  for (const referent of found) {
    const last = joined.at(-1);
    const whole = last && joinReferents(last, referent, words);
    if (whole) joined[joined.length - 1] = whole;
    else joined.push(referent);
  }
  return joined;
}

/** Joins two referents that are the same party; undefined if they are not. */
function joinReferents(
  first: Referent,
  second: Referent,
  words: readonly Word[],
): Referent | undefined {
  if (first.ids || second.ids) return joinNamed(first, second, words);
  const isOther = [first, second].some(({ side }) => side === 'other');
  if (!isOther) return undefined;
  const stretch = { from: first.from, to: second.to };
  if (isNoun(first, words) && !first.isPeer && second.side === 'other') {
    // “The gym’s insurance company”, “the lawyer for the other side”.
    // So is “the company nurse”, and “the guy who hit me”.
    if (first.to === second.from) return { ...second, ...stretch };
    if (isLinked(first, second, words)) return { ...second, ...stretch, isPerson: first.isPerson };
  }
  // “The police officer”.
  if (first.side === 'other' && second.side === 'other' && first.to === second.from) {
    return { ...second, ...stretch };
  }
  // “The hospital billing office”.
  if (first.side === 'other' && isNoun(second, words) && isBeside(first, second, words)) {
    return { ...first, ...stretch, isPerson: second.isPerson };
  }
  return undefined;
}

/** True if “for the”, “at” or the like comes between, and the first is not the reviewer's own. */
function isLinked(a: Referent, b: Referent, words: readonly Word[]): boolean {
  if (b.from - a.to > 3 || b.from === a.to) return false;
  if (OWNING.has(words[a.from - 1]?.text ?? '')) return false;
  const between = words.slice(a.to, b.from + 1);
  return LINKS.has(between[0]?.text ?? '') && !between.some(({ isMarked }) => isMarked);
}

/** Words that link a person to their employer or client: “the lawyer for the other side”. */
const LINKS = wordSet('for from of on at with representing');
const OWNING: ReadonlySet<string> = new Set(['my', 'our', 'own']);
