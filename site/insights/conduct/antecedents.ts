import type { Referent } from './referents.ts';
import { joinWords, TITLES, type Word } from './words.ts';

/** The number of sentences for which a pronoun may mean a person who was named. */
const REACH = 2;

/** A person or group that a pronoun may mean. */
type Antecedent = {
  readonly side: 'business' | 'other';
  /** The words, folded, that named them. */
  readonly by: string;
  /** Not the subject when named: a pronoun may or may not mean it. */
  readonly isUnsure?: boolean;
  /** The ids of people of the business who were named. */
  readonly ids?: readonly string[] | undefined;
};

type Remembered = Antecedent & { left: number };

const PERSONAL: ReadonlySet<string> = new Set(['he', 'she', 'his', 'her', 'him']);
const PLURAL: ReadonlySet<string> = new Set(['they', 'their', 'these', 'those']);

/** The possible meanings of pronouns, clause after clause: one person, and one group or thing. */
export class Antecedents {
  #person: Remembered | undefined;
  #group: Remembered | undefined;

  /** Begins a sentence: forgets those who were named too long ago. */
  beginSentence(): void {
    this.#person = age(this.#person);
    this.#group = age(this.#group);
  }

  /** Remembers the subject of a clause. */
  nameSubject({ side, from, to, isPerson, isPeer, ids }: Referent, words: readonly Word[]): void {
    if (side === 'kin') return;
    const named = { side, by: joinWords(words.slice(from, to)), left: REACH, ids };
    // Both are said of the business.
    const isAny = isPeer || side === 'business';
    if (isPerson || isAny) this.#person = { ...named };
    if (!isPerson || isAny) this.#group = { ...named };
  }

  /** Remembers the reviewer's object: “he” is him; “they” may be them, or the business again. */
  nameObject({ from, to, isPerson, isPeer }: Referent, words: readonly Word[]): void {
    const named = { side: 'other', by: joinWords(words.slice(from, to)), left: REACH } as const;
    if (isPeer) this.#group = { ...named };
    else if (!isPerson) this.#group = { ...named, isUnsure: true };
    if (isPerson || isPeer) this.#person = { ...named };
  }

  /** Remembers the only person named in a clause. Among several, a pronoun is ambiguous. */
  namePeople(referents: readonly Referent[], words: readonly Word[]): void {
    const known = referents.filter((one) => one.ids || (one.isPerson && one.side !== 'kin'));
    const isKnown = (place: number) =>
      referents.some(({ from, to }) => from <= place && place < to);
    const hasStranger = words.some(
      ({ text }, place) => (TITLES.has(text) || (text === 'who' && place > 0)) && !isKnown(place),
    );
    const [named] = known;
    if (known.length > 1 || hasStranger) {
      if (this.#person) this.#person = { ...this.#person, ids: undefined };
    } else if (named?.ids) {
      const by = joinWords(words.slice(named.from, named.to));
      this.#person = { side: 'business', by, left: REACH, ids: named.ids };
    }
  }

  /** Remembers a person who did harm, by the word that named them. */
  nameOffender(by: string): void {
    this.#person = { side: 'other', by, left: REACH };
  }

  /** The meaning of a pronoun, which stays. “They” after one other person may mean that one. */
  find(pronoun: string): Antecedent | undefined {
    const meant = this.#meantBy(pronoun);
    if (meant) {
      meant.left = REACH;
      const isOne = meant.ids?.length === 1;
      return isOne === PERSONAL.has(pronoun) ? meant : { ...meant, ids: undefined };
    }
    if (PLURAL.has(pronoun) && this.#person?.side === 'other') {
      return { ...this.#person, isUnsure: true };
    }
    return undefined;
  }

  /** The subject of the sentence before, if it was a person outside the business. */
  get lastPerson(): Antecedent | undefined {
    const isFresh = this.#person?.side === 'other' && this.#person.left === REACH - 1;
    return isFresh ? this.#person : undefined;
  }

  #meantBy(pronoun: string): Remembered | undefined {
    if (PERSONAL.has(pronoun)) return this.#person;
    if (PLURAL.has(pronoun)) return this.#group;
    // “It was great” is about the whole, even after a mention of the business.
    return this.#group?.side === 'other' ? this.#group : undefined;
  }
}

function age(named: Remembered | undefined): Remembered | undefined {
  return named && named.left > 0 ? { ...named, left: named.left - 1 } : undefined;
}
