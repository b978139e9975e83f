import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { createNameHider } from '#insights/annotation/hide-names.ts';
import { createAspectFinder, createTermFinder } from '#insights/aspects/find-aspects.ts';
import { createPeopleFinder, createRoleFinder } from '#insights/quotes/names-in-quotes.ts';
import { familiarWords } from '#insights/quotes/quotation.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import type { Reading } from './naive-insights.ts';

/** How the words of reviews are read by the terms and names of a dataset. */
export function readingOf({ aspects, technicians, business }: Dataset): Reading {
  const terms = new Map(aspects.map((aspect) => [aspect.id, createTermFinder(aspect)]));
  const findAspects = createAspectFinder(aspects);
  const findRoles = createRoleFinder(technicians);
  const ids = new Map(technicians.map(({ id, name }) => [name, id]));
  const people = technicians.flatMap(({ name, aliases }) => [name, ...aliases]);
  const named = vocabularyOf({ aspects, others: [], technicians, business });
  const hideNames = createNameHider(named);
  const wordsIn = (text: string) => listWords(hideNames(tokenize(text), text));
  return {
    termsIn: (aspect, text) => terms.get(aspect)?.(wordsIn(text)) ?? [],
    weightsIn: (text) => new Map(findAspects(wordsIn(text)).map(({ id, weight }) => [id, weight])),
    roleIn: (name, clause) => findRoles(clause).get(ids.get(name) ?? ''),
    wishes: new Map(aspects.flatMap(({ id, quotes }) => (quotes ? [[id, quotes]] : []))),
    familiar: familiarWords([business.name, ...people]),
    isPersonal: createPeopleFinder(technicians),
  };
}
