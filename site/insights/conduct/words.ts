import type { Token } from '#insights/text/tokenize.ts';
import { wordSet } from '#insights/text/word-set.ts';

/** A word of a sentence, folded, without a possessive ending, and whether a mark stands before it. */
export type Word = {
  readonly text: string;
  readonly isMarked: boolean;
  readonly token: Token;
};

/** The words of some tokens. The point of an abbreviation is no mark. */
export function wordsOf(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  let isMarked = false;
  for (const token of tokens) {
    if (!token.isWord) {
      isMarked ||= !(token.text === '.' && TITLES.has(words.at(-1)?.text ?? ''));
      isMarked &&= token.text !== '-';
      continue;
    }
    words.push({ text: token.text.replace(/'s?$/, ''), isMarked, token });
    isMarked = false;
  }
  return words;
}

export const TITLES: ReadonlySet<string> = new Set([
  ...['mr', 'mrs', 'ms', 'miss', 'dr', 'atty', 'prof', 'st'],
]);

/** A noun without the ending of its plural. */
export function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, '');
}

/** Whether a noun stands in the plural, as one sees by its form. */
export function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

/** The words as text. */
export function joinWords(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** What the people and places of a business are called, whatever its trade. */
export const BUSINESS_NOUNS = wordSet(`
  lawyer attorney counsel paralegal firm practice office staff team receptionist secretary
  assistant clinic doctor dentist hygienist nurse therapist physician vet hotel motel resort
  restaurant cafe lounge bar shop store salon spa gym server waiter waitress bartender chef cook
  host hostess barista manager crew technician tech plumber electrician roofer contractor handyman
  mechanic garage painter mover installer cleaner housekeeper greeter inspector estimator caterer
  butler porter doorman supervisor director dealership agency provider school daycare pharmacy
  bakery groomer landscaper tutor photographer realtor trainer partner associate advocate
  negotiator mediator pharmacist specialist company business place people person folk guy lady
  gentleman employee worker agent rep representative cashier owner consultant advisor adviser
  stylist barber bunch outfit
`);

/** Of these those for a whole business. */
export const FIRM_NOUNS = wordSet(`
  firm practice office clinic hotel motel resort restaurant cafe lounge bar shop store salon spa gym
  garage dealership agency provider school daycare pharmacy bakery company business place outfit
`);

/** Those that are not a single person. */
export const PLACE_NOUNS: ReadonlySet<string> = new Set([
  ...FIRM_NOUNS,
  ...['staff', 'team', 'crew', 'people', 'folk', 'bunch'],
]);

/** Relatives and friends of the reviewer. */
export const KIN = wordSet(`
  husband wife spouse kid child family fiance fiancee boyfriend girlfriend mom mother mum mommy
  dad father parent parents brother sister sibling uncle aunt cousin nephew niece son daughter
  grandma grandmother grandpa grandfather grandson granddaughter stepson stepdaughter stepfather
  stepmother roommate friend neighbor neighbour coworker colleague
`);

/** What is not a person: “they” may mean it. */
const GROUPS = wordSet(`
  company insurer insurance carrier hospital court agency department state bank employer er police
  hr management side system union medicare medicaid collection airline provider defense defence
  county city
`);

/** Whether a noun means more than one person. */
export function isGroup(word: string): boolean {
  return GROUPS.has(singular(word)) || PLACE_NOUNS.has(singular(word));
}
