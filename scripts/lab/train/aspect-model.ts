import { type AspectModel, aspectFeatures } from '#insights/aspects/aspect-model.ts';
import { nameOfGram } from '#insights/text/gram-table.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import type { AspectText } from '../labeled/labeled.ts';
import { fitLogistic } from './fit-logistic.ts';

/** A gram that was seen less often shows nothing. */
const LEAST_TEXTS = 2;
/** Keeps about one gram in ten. */
const L1 = 1;

/**
 * Trains a model of the aspects with some ids, one regression for each against all other texts.
 * Equal texts in equal order make an equal model, to the bit.
 */
export function trainAspectModel(
  texts: readonly AspectText[],
  ids: readonly string[],
): AspectModel {
  const featured = texts.map(({ text, says }) => {
    const { grams, value } = aspectFeatures(listWords(tokenize(text)));
    const names = new Set(grams.map(nameOfGram));
    return { says: new Set(says.map(({ aspect }) => aspect)), grams: names, value };
  });
  const grams = namesOf(featured.map((text) => text.grams));
  const placeOf = new Map(grams.map((gram, place) => [gram, place]));
  const examples = featured.map(({ grams: own, value, says }) => {
    const indices = Int32Array.from([...own].flatMap((gram) => placeOf.get(gram) ?? []));
    return { says, indices, values: new Float64Array(indices.length).fill(value), weight: 1 };
  });
  const l2 = new Float64Array(grams.length);
  const fitted = ids.map((id) =>
    fitLogistic(
      examples.map(({ says, ...example }) => ({ ...example, isTrue: says.has(id) })),
      { l2, l1: L1 },
    ),
  );
  const weightsAt = (place: number) => fitted.map((weights) => weights[place] ?? 0);
  const weighed = grams.map((gram, place) => [gram, weightsAt(place)] as const);
  return {
    ids,
    bias: weightsAt(grams.length),
    grams: new Map(weighed.filter(([, weights]) => weights.some((weight) => weight !== 0))),
  };
}

/** The grams of enough texts. */
function namesOf(texts: readonly ReadonlySet<string>[]): string[] {
  const counts = new Map<string, number>();
  for (const grams of texts)
    for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= LEAST_TEXTS).map(([gram]) => gram);
}
