import type { Vocabulary } from '#dataset/annotate.ts';
import { shippedList, spellingOf } from '#dataset/aspect-lists/aspect-lists.ts';
import { lazily } from '#dataset/memoize.ts';
import type { Aspect, AspectTerm } from '#dataset/schema/stored-entities.ts';
import { readTable } from '#insights/text/read-table.ts';
import { type AspectModel, createAspectWeigher, parseAspectModel } from './aspect-model.ts';
import { type AspectMatch, createAspectFinder, createTermWeigher, ENOUGH } from './find-aspects.ts';

/** Finds the aspects of the folded words of a clause, in the order of the list. */
type ReadAspects = (words: readonly string[]) => readonly AspectMatch[];

/** The log-odds that terms of weight 1 add to their aspect; chosen on texts of this project. */
const TERM_LOG_ODDS = 1.5;
/** Minimum log-odds of an aspect: nearly two to one. */
const LEAST_LOG_ODDS = 0.6;

/**
 * Creates a reader of aspects: by terms alone or, if their list comes with a model, by both
 * together, so that an aspect is found if they make it likely enough. Editors decide: a term that
 * they added is enough. Where they removed a term, or a term hides others, only terms count.
 */
export function createAspectReader(
  { aspects, trade }: Pick<Vocabulary, 'aspects' | 'trade'>,
  lawModel?: AspectModel,
): ReadAspects {
  const model = trade === 'law' ? (lawModel ?? shippedLawModel()) : undefined;
  if (!model) return createAspectFinder(aspects);
  const weighTerms = createTermWeigher(aspects);
  const weighAspects = createAspectWeigher(model);
  const listed = new Map(shippedList('law').aspects.map((aspect) => [aspect.id, aspect]));
  const findRemoved = createAspectFinder(
    aspects.map((aspect) => ({ ...aspect, terms: termsOnlyOf(listed.get(aspect.id), aspect) })),
  );
  const readers = aspects.map((aspect) => {
    const own = termsOnlyOf(aspect, listed.get(aspect.id));
    return {
      id: aspect.id,
      place: listed.has(aspect.id) ? model.ids.indexOf(aspect.id) : -1,
      own: new Map(own.map((term) => [spellingOf(term), weightOf(term)])),
      silencers: new Set(aspect.terms.filter(isSilencer).map(spellingOf)),
    };
  });
  return (words) => {
    const logOdds = weighAspects(words);
    const matches = new Map(weighTerms(words).map((match) => [match.id, match]));
    const removed = new Set(findRemoved(words).map(({ id }) => id));
    return readers.flatMap(({ id, place, own, silencers }) => {
      const { weight = 0, terms = [] } = matches.get(id) ?? {};
      const isOwnEnough = terms.reduce((sum, term) => sum + (own.get(term) ?? 0), 0) >= ENOUGH;
      const isSilenced = removed.has(id) || terms.some((term) => silencers.has(term));
      if (isOwnEnough || isSilenced || place < 0) {
        return weight >= ENOUGH ? [{ id, weight, terms }] : [];
      }
      const odds = (logOdds[place] ?? 0) + TERM_LOG_ODDS * weight;
      if (odds < LEAST_LOG_ODDS) return [];
      return [{ id, weight: Math.max(weight, 1 / (1 + Math.exp(-odds))), terms }];
    });
  };
}

/** Returns the model of the built-in list for law, which is read on first use. */
export const shippedLawModel = lazily(() =>
  parseAspectModel(readTable(`${import.meta.dirname}/law-model.tsv`)),
);

/** Returns the terms of one aspect that another does not have with the same weight. */
function termsOnlyOf(aspect: Aspect | undefined, other: Aspect | undefined): AspectTerm[] {
  const keyOf = (term: AspectTerm) => `${weightOf(term)} ${spellingOf(term)}`;
  const known = new Set(other?.terms.map(keyOf));
  return aspect?.terms.filter((term) => !known.has(keyOf(term))) ?? [];
}

/** Tests for a phrase in which the words of other terms mean something else. */
function isSilencer(term: AspectTerm): boolean {
  return weightOf(term) <= 0.1;
}

function weightOf(term: AspectTerm): number {
  return typeof term === 'string' ? 1 : term.weight;
}
