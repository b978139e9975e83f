import { bare, columnsOf, isNone, listUsed, type TableMap, valuesIn } from './column-map.ts';
import type { Choice, Question } from './question.ts';
import { type Column, isDate, isState } from './values.ts';
import { termOf, WORDS, wordsOf } from './words.ts';

const { headers, nots, negations, plain, values: TERMS } = WORDS.states;
const { yes, no, agreed, refused, shown, hidden } = TERMS;
const ANSWERS = yes.union(no).union(agreed).union(refused);
const STATES = shown.union(hidden);
const TOPICS = [headers.verified, headers.hidden, headers.shown, headers.consent];
const PLAIN = [...Object.values(headers), plain].reduce((all, terms) => all.union(terms));

/** The values that mean public, of a column of a kind. */
const PUBLIC = {
  verified: yes,
  stated: shown,
  shown: shown.union(yes).union(agreed),
  unhidden: shown.union(no).add(''),
  refusal: new Set(no).add(''),
  unclear: new Set<string>(),
} as const;

/** A column with more values than these contains no states, but texts or ids. */
const MAX_STATES = 20;

/** A term of this length also covers its inflections, such as "verifizierter". */
const STEM_LETTERS = 8;

/** In JSON a person, who may be active or private independently of the review. */
const OF_PERSON = /(?:user|author|reviewer|consumer|customer|profile)(?!.*review)[^.]*\.[^.]*$/i;

/** Such as "3 days ago", a date, a count or a code. */
const OTHER = /\d|\bago$|^(?:vor|hace|há|il y a) /;

/**
 * Asks which rows are to be imported for each unread column that shows if a review is public, and
 * for one that shows if it is verified.
 */
export function askStates(map: TableMap, columns: readonly Column[]): Question[] {
  const used = listUsed({ ...map, skipWhere: {}, keepWhere: {} });
  const isKnown = columnsOf(map, 'verified').length > 0 || isNone(map, 'verified');
  return columns.flatMap(({ name, cells }): Question[] => {
    const lists = [valuesIn(map.skipWhere, name), valuesIn(map.keepWhere, name)];
    const isDecided = used.has(name) || lists.some((values) => values?.length === 0);
    const state = isDecided ? undefined : readStates(name, cells);
    const listed = lists.flatMap((values) => (values ?? []).map(bare));
    const open = state?.closed.filter((value) => !listed.includes(bare(value))) ?? [];
    if (!state || open.length === 0) return [];
    const its = `Its values: ${show(state.values)}`;
    const other: Choice = ['It means something else', { ignore: [name] }];
    if (state.isVerification) {
      const yes = 'Yes: publish the verified reviews, and keep the others pending';
      const message = `Does "${name}" show which reviews the platform has verified? ${its}`;
      const choices: Choice[] = [[yes, { verified: [name] }], other];
      return isKnown ? [] : [{ key: 'verified', message, choices }];
    }
    // Values that mean nothing known are asked for one by one.
    const isClear = (value: string) =>
      !state.isUnclear && (value === '' || isDate(value) || isState(value));
    const { true: clear, false: codes = [] } = Object.groupBy(open, (one) => `${isClear(one)}`);
    return [...(clear ? [clear] : []), ...codes.map((code) => [code])].map((values) => {
      const count = cells.filter((cell) => values.some((one) => bare(one) === bare(cell))).length;
      const no = `No: leave them out (${count} of ${cells.length})`;
      const skip: Choice = [no, { skipWhere: { [name]: values } }];
      const keep: Choice = ['Yes: import them', { keepWhere: { [name]: values } }];
      const isAll = count === cells.length && !state.isForbidding;
      return {
        key: 'skipWhere',
        message: `Import the reviews whose "${name}" is ${show(values)}? ${its}`,
        choices: [...(isAll ? [keep, skip] : [skip, keep]), other],
      };
    });
  });
}

function show(values: readonly string[]): string {
  const shown = values.slice(0, 10).map((value) => value || '""');
  return [...shown, ...(values.length > 10 ? ['...'] : [])].join(', ');
}

/**
 * Reads a column that states for each review if it is public, or verified: its values, and those
 * without this meaning. Undefined if it states neither.
 */
export function readStates(column: string, cells: readonly string[]) {
  const values = [...new Map(cells.map((cell) => [bare(cell), cell.trim()])).values()];
  const terms = values.map(termOf).filter((term) => term !== '');
  const words = wordsOf(column);
  const is = (topic: keyof typeof headers) => has(headers[topic], words);
  const are = (list: ReadonlySet<string>) => terms.filter((term) => list.has(term));
  const areAll = (list: ReadonlySet<string>) => are(list).length === terms.length;
  // "Do not publish", but not "May we publish it? If not, say no".
  const topic = words.findIndex((word) => TOPICS.some((list) => has(list, [word])));
  const isNegated =
    words.slice(0, Math.max(topic, 0)).some((word) => negations.includes(word)) ||
    /\bopt\W?out/i.test(column);
  // Such as "Yes, but without my name".
  const isReply = (term: string) =>
    /^\D/.test(term) && [term, term.split(/[\s,.;:!]/)[0] ?? ''].some((one) => ANSWERS.has(one));
  const isReplied = areAll(yes.union(no)) || terms.some(isReply);
  const isConsent = isNegated || (is('consent') && isReplied);
  const isOfAuthor = is('verified');
  const isHidden = !isOfAuthor && is('hidden');
  // The date of a deletion shows that a review was deleted.
  const isOfDays = isHidden && (words.includes('by') || values.some(isDate));
  const isOther =
    terms.length === 0 ||
    (!isConsent && words.some((word) => nots.includes(word))) ||
    (isOfAuthor ? isNegated : OF_PERSON.test(column)) ||
    (values.length > MAX_STATES && !isOfDays);
  if (isOther) return undefined;
  const isStated = are(STATES).length > 0;
  // "Published via" and "Invite status" are about something else, unless the values say otherwise.
  const isSure =
    words.every((word) => has(PLAIN, [word])) ||
    isStated ||
    are(ANSWERS).length * 2 >= terms.length;
  const mayState = is('maybe') && (isStated || words.includes('review'));
  // Such as "unverified", which is more than "no" or "false".
  const isDenied = are(no).some((term) => term.length > 5);
  const rules: readonly (readonly [boolean, keyof typeof PUBLIC | undefined])[] = [
    // Such as "Consent withdrawn" and "Not private".
    [isHidden && isConsent, 'unclear'],
    [isNegated, 'refusal'],
    [isConsent, 'shown'],
    [isOfDays, 'unhidden'],
    [terms.every((term) => term.length > 2 && OTHER.test(term)), undefined],
    [isSure && isOfAuthor, 'verified'],
    [isSure && isHidden, 'unhidden'],
    [isSure && is('shown'), 'shown'],
    [isSure && (is('stated') || mayState), 'stated'],
    // Whatever the header is; many others are answered by yes and no.
    [areAll(ANSWERS) && isDenied, 'verified'],
    [are(ANSWERS).some((term) => term.startsWith('verified')), 'verified'],
    [areAll(STATES.union(ANSWERS)) && are(hidden).length > 0, 'shown'],
  ];
  const [, kind] = rules.find(([holds]) => holds) ?? [];
  if (kind === undefined) return undefined;
  // Beside a yes or a no, a blank is the other one.
  const isYesOrNo = isConsent || are(yes.union(no)).length > 0;
  const said = values.filter((value) => value !== '' || isYesOrNo);
  return {
    isVerification: kind === 'verified',
    /** True if the column may forbid a publication, even of all rows. */
    isForbidding: isConsent || isHidden,
    /** True if each value must be asked for by itself. */
    isUnclear: kind === 'unclear',
    values: said,
    closed: said.filter((value) => !PUBLIC[kind].has(termOf(value))),
  };
}

function has(list: ReadonlySet<string>, words: readonly string[]): boolean {
  return words.some((word) => {
    const claim = word.replace(/^is/, '');
    const isStem = (term: string) => term.length >= STEM_LETTERS && claim.startsWith(term);
    return list.has(word) || list.has(claim) || [...list].some(isStem);
  });
}
