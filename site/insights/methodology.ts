import type { InsightsDocument } from './insights-document.ts';
import { LANGUAGES } from './is-analysed.ts';

type Methodology = InsightsDocument['methodology'];

/** What is told of a model of sentiment: what it is, and how well it was measured to do. */
export type ModelCard = Pick<
  Methodology,
  'name' | 'version' | 'modelSha256' | 'benchmarks' | 'limitations'
>;

/** How the figures came about, with a model, and how much of the reviews they cover. */
export function describeMethod(card: ModelCard, coverage: Methodology['coverage']): Methodology {
  const { name, version, modelSha256, benchmarks, limitations } = card;
  return {
    name,
    version,
    description: DESCRIPTION,
    modelSha256,
    languages: [...LANGUAGES],
    unit: 'clause',
    benchmarks: benchmarks.map((benchmark) => ({ ...benchmark })),
    limitations: `${limitations} ${LIMITATIONS}`,
    humanReviewed: false,
    coverage,
  };
}

const DESCRIPTION = [
  'Texts are cut into clauses. A clause that holds a term of an aspect, from a list by editors, is a mention of it, judged by the model; the judgement of an editor wins.',
  'The confidence of a mention is how sure its side is against the other, and of a neutral one how likely neutral is.',
  'The score of an aspect, and of a quarter of a trend, is (positive − negative) / (positive + neutral + negative), without mixed ones. The score of the reviews, an entity or a topic is (positive − negative) / all analysed reviews, mixed ones included, as that of a keyword is over the reviews that mention the aspect with it. Scores lie between −1 and 1, rounded half away from zero to three decimals.',
  'The interval of an aspect is the Wilson 95 % interval of positive / (positive + negative) mentions, spread from −1 to 1.',
  'Quotes are exact slices of reviewBody: the most confident mentions of 12 to 280 characters, one a review, those that name a technician, service or place first where it is quoted. Of a technician only criticism that names him or her is quoted.',
  'A review mentions a technician, a service or a place where its title or text holds the name or an alias, or of a technician the first name where editors call it unambiguous, as whole words, whatever the case and accents, the longest match first; an editor’s list in the review wins.',
  'A keyword is a term with which at least 5 reviews, and 1 % of those with a text, mention the aspect. A topic is a noun phrase, recognised by the words around it, in at least 5 of the analysed reviews and 1 % of them, that repeats no business, person, service, place or aspect; its figures are those of all analysed reviews that hold its words, the last one in the singular or plural.',
  'Means are arithmetic, rounded half up to two decimals. Answers and findings name the reviews they rest on. Every figure can be recomputed from reviews.json, but for keywords and topics, which also need the terms of the aspects and the code that finds noun phrases.',
].join(' ');

const LIMITATIONS =
  'Misspelt names and pronouns are not recognised as mentions. The published reviews are those whose authors were verified as customers; the collection member of reviews.json tells how many were received, withheld and removed, and why.';
