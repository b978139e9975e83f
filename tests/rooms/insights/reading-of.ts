import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { createMentionFinder, withFirstNames, wordsOf } from '#dataset/text/mentions.ts';
import { createNameHider } from '#insights/annotation/hide-names.ts';
import { createTermFinder } from '#insights/aspects/find-aspects.ts';
import { createAspectReader } from '#insights/aspects/read-aspects.ts';
import { familiarWords } from '#insights/quotes/quotation.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import type { Reading } from './naive-insights.ts';

/** How the words of reviews are read by the terms and names of a dataset. */
export function readingOf({ aspects, trade, technicians, business }: Dataset): Reading {
  const terms = new Map(aspects.map((aspect) => [aspect.id, createTermFinder(aspect)]));
  const readAspects = createAspectReader({ aspects, trade });
  const findPeople = createMentionFinder(withFirstNames(technicians));
  const people = technicians.flatMap(({ name, aliases }) => [name, ...aliases]);
  const named = vocabularyOf({ aspects, trade, others: [], technicians, business });
  const hideNames = createNameHider(named);
  const wordsIn = (text: string) => listWords(hideNames(tokenize(text), text));
  return {
    termsIn: (aspect, text) => terms.get(aspect)?.(wordsIn(text)) ?? [],
    weightsIn: (text) => new Map(readAspects(wordsIn(text)).map(({ id, weight }) => [id, weight])),
    wishes: new Map(aspects.flatMap(({ id, quotes }) => (quotes ? [[id, quotes]] : []))),
    familiar: familiarWords([business.name, ...people]),
    isPersonal: (quote) => findPeople(wordsOf(quote)).length > 0,
  };
}
