import type { Aspect } from '#dataset/stored-entities.ts';
import { createAspectFinder } from '#insights/find-aspects.ts';
import type { Polarity } from '#insights/polarity/judgement.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { listWords } from '#insights/text/tokenize.ts';
import type { AspectLine } from '../labelled/aspect-file.ts';

/**
 * Clauses of sentences that say different things of several aspects. Which clause says what is not
 * labelled: a clause is taken where it speaks of labelled aspects of one polarity only.
 */
export function cutMamsClauses(
  lines: readonly AspectLine[],
  aspects: readonly Aspect[],
): { readonly text: string; readonly label: Polarity }[] {
  const findAspects = createAspectFinder(aspects);
  return [...Map.groupBy(lines, ({ text }) => text)].flatMap(([text, own]) => {
    const labelOf = new Map(own.flatMap(({ says }) => (says ? [[says.aspect, says.label]] : [])));
    return segmentText(text).flatMap(({ clauses }) =>
      clauses.flatMap(({ start, end, tokens }) => {
        const found = findAspects(listWords(tokens));
        const labels = new Set(found.flatMap(({ id }) => labelOf.get(id) ?? []));
        const [label] = labels;
        if (labels.size !== 1 || label === undefined || label === 'mixed') return [];
        return [{ text: text.slice(start, end), label }];
      }),
    );
  });
}
