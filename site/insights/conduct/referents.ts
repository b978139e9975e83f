import { FUNCTION_WORDS } from '#insights/aspects/function-words.ts';
import { inflectWord } from '#insights/aspects/inflect-word.ts';
import { IRREGULAR_WORDS } from '#insights/aspects/irregular-words.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';
import { isAuxiliary, isVerb } from '#insights/text/verbs.ts';

/** Whom words speak of: the business, somebody else, or a relative, who may speak as the reviewer. */
export type Side = 'business' | 'other' | 'kin';

/** Words that speak of somebody: from one word up to (not with) another of a sentence. */
export type Referent = {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  /** One person: “he” and “she” may mean it, “they” hardly does. */
  readonly isPerson: boolean;
  /** Known to both: “the lawyer”, “my lawyer”, a name; not “a lawyer”, “kind people”. */
  readonly isDefinite: boolean;
  /** Somebody who did for the reviewer what the business does: a former lawyer, another hotel. */
  readonly isPeer: boolean;
};

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

const TITLES: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr', 'atty', 'prof', 'st']);

/** What the people and places of a business are called, whatever its trade. */
const BUSINESS_NOUNS: ReadonlySet<string> = new Set(
  `lawyer attorney counsel paralegal firm practice office staff team receptionist secretary assistant
   clinic doctor dentist hygienist nurse therapist physician vet hotel motel resort restaurant cafe
   lounge bar shop store salon spa gym server waiter waitress bartender chef cook host hostess barista
   manager crew technician tech plumber electrician roofer contractor handyman mechanic garage painter
   mover installer cleaner housekeeper bartender greeter inspector estimator caterer butler porter doorman
   supervisor director dealership agency provider school daycare pharmacy bakery groomer landscaper tutor
   photographer realtor trainer partner associate advocate negotiator mediator pharmacist therapist specialist company business place people person folk guy lady gentleman employee worker agent rep
   representative cashier owner consultant advisor adviser stylist barber bunch outfit`.match(
    /\S+/g,
  ),
);
const PLACE_NOUNS: ReadonlySet<string> = new Set(
  `firm practice office staff team clinic hotel motel resort restaurant cafe lounge bar shop store salon
   spa gym crew garage company business place people folk bunch outfit`.match(/\S+/g),
);
/** Words that make another one of them: “my old lawyer”, “a different firm”, “the first two shops”. */
const PEER_MARKS: ReadonlySet<string> = new Set(
  'another different other last previous prior old former first ex earlier original competing rival'.split(
    ' ',
  ),
);
/** What people have done with a business that is not this one: “the lawyer I had before”. */
const DEALINGS: ReadonlySet<string> = new Set(
  'had has used uses hired called tried went fired saw visited interviewed'.split(' '),
);
const EARLIER: ReadonlySet<string> = new Set(
  'before first previously earlier last originally initially'.split(' '),
);
const KIN: ReadonlySet<string> = new Set(
  `husband wife spouse kid child family fiance fiancee boyfriend girlfriend mom mother mum mommy dad father parent parents
   brother sister sibling uncle aunt cousin nephew niece son daughter grandma grandmother grandpa
   grandfather grandson granddaughter stepson stepdaughter stepfather stepmother roommate friend neighbor
   neighbour coworker colleague`.match(/\S+/g),
);
/** What links a person to whom he or she works for: “the lawyer for the other side”. */
const LINKS: ReadonlySet<string> = new Set([
  'for',
  'from',
  'of',
  'on',
  'at',
  'with',
  'representing',
]);
const OWNING: ReadonlySet<string> = new Set(['my', 'our', 'own']);
/** What is no person: “they” may mean it. */
const GROUPS: ReadonlySet<string> = new Set(
  `company insurer insurance carrier hospital court agency department state bank employer er police hr
   management side system union medicare medicaid collection airline provider defense defence county city`.match(
    /\S+/g,
  ),
);

type Phrase = {
  readonly isPerson: boolean;
  readonly forms: readonly ReadonlySet<string>[];
  readonly side: 'business' | 'other';
};

/**
 * Makes a finder of whom the words of a sentence speak of, in their order; none overlaps another. Of
 * what begins at one place the longest counts. `others` stand in any inflected form, `names` as they are.
 */
export function createReferentFinder(
  others: readonly string[],
  names: readonly string[],
): (words: readonly Word[]) => Referent[] {
  const phrases = new Map<string, Phrase[]>();
  const add = (phrase: Phrase) => {
    for (const form of phrase.forms[0] ?? []) {
      const known = phrases.get(form);
      if (known) known.push(phrase);
      else phrases.set(form, [phrase]);
    }
  };
  for (const other of others) {
    const words = plainWords(other);
    const last = words.at(-1) ?? '';
    // A proper name is that of a company, unless it says what somebody does: “Uber driver”.
    const isPerson = !isGroup(last) && (DOER.test(last) || !/^\p{Lu}/u.test(other));
    add({ forms: words.map(inflectWord), side: 'other', isPerson });
  }
  for (const name of names) {
    add({
      forms: plainWords(name).map((word) => new Set([word])),
      side: 'business',
      isPerson: true,
    });
  }
  return (words) => {
    const found: Referent[] = [];
    for (let place = 0; place < words.length; ) {
      const referent = longestAt(words, place, phrases) ?? nounAt(words, place);
      if (referent) found.push(referent);
      place = referent?.to ?? place + 1;
    }
    return joinCompounds(found, words);
  };
}

function plainWords(text: string): string[] {
  return wordsOf(tokenize(text)).map((word) => word.text);
}

function longestAt(
  words: readonly Word[],
  from: number,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): Referent | undefined {
  let best: Referent | undefined;
  for (const { forms, side, ...phrase } of phrases.get(words[from]?.text ?? '') ?? []) {
    const to = from + forms.length;
    if (best && best.to >= to) continue;
    const stands = forms.every((form, index) => {
      const word = words[from + index];
      return word && form.has(word.text) && (index === 0 || !word.isMarked);
    });
    if (!stands) continue;
    const last = words[to - 1]?.text ?? '';
    const isPerson = phrase.isPerson && (side === 'business' || !isPlural(last));
    const isPeer = side === 'other' && hasPeerMark(words, from, to);
    best = { side, from, to, isPerson, isPeer, isDefinite: true };
  }
  return best;
}

function isGroup(word: string): boolean {
  return GROUPS.has(singular(word)) || PLACE_NOUNS.has(singular(word));
}

function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

function hasPeerMark(words: readonly Word[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ text }) => PEER_MARKS.has(text));
}

/** What a noun by itself speaks of: a relative, or a person or a place of a business. */
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

/** “My old gym”, “the previous groomer”: whoever came before, whatever they are called. */
function predecessorAt(words: readonly Word[], place: number): Referent | undefined {
  const [owner, mark, noun, next] = words.slice(place - 2, place + 2);
  if (!owner || !mark || !noun || noun.isMarked || mark.isMarked) return undefined;
  if (!/^(?:my|our|the|his|her)$/.test(owner.text)) return undefined;
  if (!/^(?:old|former|previous|prior|ex)$/.test(mark.text)) return undefined;
  // Only where it does something, and is no thing: “my old car broke down” is no business.
  const acts = next && !next.isMarked && (isAuxiliary(next.text) || isVerb(next.text));
  if (!acts || PAST_THINGS.has(singular(noun.text)) || FUNCTION_WORDS.has(noun.text))
    return undefined;
  const kind = { isPerson: !isPlural(noun.text), isPeer: true, isDefinite: true };
  return { side: 'other', from: place, to: place + 1, ...kind };
}

const PAST_THINGS: ReadonlySet<string> = new Set(
  `visit experience appointment case claim house home car truck injury review order stay trip job meal
   system phone roof furnace room building chair bed menu design look`.match(/\S+/g),
);

/**
 * “The bailiff”, “my chiropractor”: a person of no business that is reviewed here. Persons are known by
 * what they are called after, what they do; things that end alike are left out.
 */
function strangerAt(words: readonly Word[], place: number): Referent | undefined {
  const text = words[place]?.text ?? '';
  if (!DOER.test(text) || THINGS.has(singular(text)) || FUNCTION_WORDS.has(text)) return undefined;
  if (!STRANGE.has(words[place - 1]?.text ?? '') || words[place]?.isMarked) return undefined;
  const next = words[place + 1];
  // “The computer system”, “the order form”: no person, where another noun follows.
  if (next && !next.isMarked && !FUNCTION_WORDS.has(next.text) && !/ed$/.test(next.text)) {
    if (!IRREGULAR_WORDS.has(next.text) && !/s$/.test(next.text)) return undefined;
  }
  const kind = { isPerson: !isPlural(text), isPeer: false, isDefinite: true };
  return { side: 'other', from: place, to: place + 1, ...kind };
}

const DOER = /^\w{3,}(?:er|or|ist|ian|iff)s?$/;
const STRANGE: ReadonlySet<string> = new Set(['the', 'my', 'our', 'his', 'her', 'that', 'some']);
const THINGS: ReadonlySet<string> = new Set(
  `letter number offer answer matter paper dinner supper computer manner order water weather shower theater
   theatre center corner folder burger butter power tower flower counter heater cover cooler dryer toaster
   register chapter disaster mirror elevator escalator summer winter printer door floor color colour
   interior exterior error favor flavor flavour factor humor honor labor decor liquor character quarter
   transfer chatter laughter wonder fever cancer better worse lower higher later latter former upper outer
   inner other over ever either rather whether after layer filter monitor motor timer meter trailer
   container router charger player speaker roller scooter sweater timber lumber gutter shutter boiler
   freezer refrigerator dishwasher washer air chair pair repair hair career cheer beer gear year buffer
   minor major prior senior junior prayer power paperwork master order poster sticker cracker
   experience corridor sensor tractor vapor dinner breakfast list waitlist checklist twist mist wrist
   assist exist resist customer consumer client member user guest visitor traveler traveller passenger
   barrier tier pier`.match(/\S+/g),
);

/** Which kind of determiner stands before a noun, with at most two words between. */
function determinerOf(
  words: readonly Word[],
  place: number,
): 'definite' | 'indefinite' | undefined {
  for (let back = 1; back <= 3; back++) {
    const text = words[place - back]?.text ?? '';
    if (INDEFINITE.has(text)) return 'indefinite';
    if (DEFINITE.has(text)) return 'definite';
    if (FUNCTION_WORDS.has(text) || words[place - back + 1]?.isMarked) return undefined;
  }
  return undefined;
}

const INDEFINITE: ReadonlySet<string> = new Set(['a', 'an', 'some', 'any', 'every', 'no']);
const DEFINITE: ReadonlySet<string> = new Set(
  'the this these that those my our your their his her its all both'.split(' '),
);

/** “The company I work for”, “the place I got hurt at”. */
function isWorkplace(words: readonly Word[], place: number): boolean {
  const [next, ...rest] = words.slice(place + 1, place + 7);
  if (!next || next.isMarked || !['i', 'we', 'he', 'she'].includes(next.text)) return false;
  return (
    rest.some(({ text }) => /^(?:work|drive|drove|hurt|injur|employ|fell|slip)/.test(text)) &&
    rest.some(({ text }) => text === 'for' || text === 'at' || text === 'in')
  );
}

function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, '');
}

/** Whether a noun for a business means another one than the reviewed. */
function isOneOfThem(words: readonly Word[], place: number): boolean {
  const noun = words[place]?.text ?? '';
  for (let back = 1; back <= 3; back++) {
    const word = words[place - back];
    if (!word || words[place - back + 1]?.isMarked) break;
    if (PEER_MARKS.has(word.text)) return !(word.text === 'other' && isPlural(noun) && back === 1);
    // “One of those law firms”.
    if (word.text === 'those' && words[place - back - 1]?.text === 'of') return true;
    if (FUNCTION_WORDS.has(word.text)) break;
  }
  const [next, verb] = [words[place + 1], words[place + 2]];
  if (next?.text === 'before' && !next.isMarked) return true;
  if (isOwnedByStranger(words, place)) return true;
  const isRelative = next?.text === 'who' || next?.text === 'that';
  // “The firm that represented the store”.
  if (isRelative && /^(?:represent|defend|insur)\w*$/.test(verb?.text ?? '')) {
    return !['me', 'us', 'my', 'our'].includes(words[place + 3]?.text ?? '');
  }
  const from = isRelative ? place + 2 : place + 1;
  const [who, dealing] = [words[from], words[from + 1]];
  if (!who || !dealing || who.isMarked) return false;
  const isSelf = ['i', 'we'].includes(who.text);
  if (isSelf && DEALINGS.has(dealing.text)) {
    return words
      .slice(from + 2, from + 7)
      .some(({ text }) => EARLIER.has(text) || /^(?:19|20)\d\d$|^ago$/.test(text));
  }
  // “The lawyer my neighbour used”.
  const [kin, done] = [words[from + 1], words[from + 2]];
  const isOwned = ['my', 'our', 'his', 'her', 'their'].includes(who.text);
  return (
    isOwned &&
    KIN.has(kin?.text ?? '') &&
    /^(?:used?|uses|had|has)$/.test(done?.text ?? verb?.text ?? '')
  );
}

/** “The complex’s manager”, whoever owns the complex; not “today’s team”. */
function isOwnedByStranger(words: readonly Word[], place: number): boolean {
  const owner = words[place - 1];
  if (!owner || words[place]?.isMarked || !/[^s]'s$/.test(owner.token.text)) return false;
  return (
    !FUNCTION_WORDS.has(owner.text) &&
    !BUSINESS_NOUNS.has(singular(owner.text)) &&
    !KIN.has(owner.text) &&
    !/day$|^(?:let|world|city|town|state|area|nation|year|week|month|who|there|here)$/.test(
      owner.text,
    )
  );
}

/**
 * “Hospital billing office” and “the lawyer for the other side” are of the other, whose name stands
 * beside the noun.
 */
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

/** The two as one, where they speak of the same; undefined where they do not. */
function joinReferents(
  first: Referent,
  second: Referent,
  words: readonly Word[],
): Referent | undefined {
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

/** Whether words speak of the people or places of a business by a plain noun, not by a name. */
export function isNoun({ from, to }: Referent, words: readonly Word[]): boolean {
  return to - from === 1 && BUSINESS_NOUNS.has(singular(words[from]?.text ?? ''));
}

/** Whether a noun follows at once, or after one word that belongs to it. */
function isBeside(a: Referent, b: Referent, words: readonly Word[]): boolean {
  if (b.from - a.to > 1) return false;
  const between = words.slice(a.to, b.from + 1);
  return between.every(
    ({ text, isMarked }, index) =>
      !isMarked && (index === between.length - 1 || !FUNCTION_WORDS.has(text)),
  );
}

/** Whether “for the”, “at” or the like stands between, and nobody says that the first is their own. */
function isLinked(a: Referent, b: Referent, words: readonly Word[]): boolean {
  if (b.from - a.to > 3 || b.from === a.to) return false;
  if (OWNING.has(words[a.from - 1]?.text ?? '')) return false;
  const between = words.slice(a.to, b.from + 1);
  return LINKS.has(between[0]?.text ?? '') && !between.some(({ isMarked }) => isMarked);
}
