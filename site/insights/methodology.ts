import type { InsightsDocument } from './insights-document.ts';
import card from './polarity/model-card.json' with { type: 'json' };
import { LANGUAGES } from './text/segment-text.ts';

type Methodology = InsightsDocument['methodology'];

/** What a model is, and how well it was measured to do. */
export type ModelCard = Pick<
  Methodology,
  'name' | 'version' | 'modelSha256' | 'benchmarks' | 'limitations'
>;

/** The card of the shipped model; MODEL-CARD.md says all of it. */
export const MODEL_CARD: ModelCard = card;

/** How the figures came about, and how many of the reviews they cover. */
export function describeMethod(coverage: Methodology['coverage']): Methodology {
  const { name, version, modelSha256, benchmarks, limitations } = MODEL_CARD;
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
  'What a clause says of somebody else, such as another company, is marked as about: other and counts nowhere; questions, wishes and conditions take no side. Regrets, and irony at three stars or fewer, can only criticize. Names are not read as words. Whose conduct it is and how it is meant are told by words and their order, which can be wrong.',
  'Scores count reviews, not clauses, since clauses of one review are not independent. The score of an aspect, and of a quarter of its trend, is (positiveReviewCount − negativeReviewCount) / reviewCount: the reviews with praise less those with criticism, over all that mention it; a review with both counts on both sides. The score of all reviews and of a topic is (positive − negative) / all analysed reviews by their labels, mixed ones included, as that of a keyword is over the reviews that mention the aspect with it. Scores lie between −1 and 1, rounded half away from zero to three decimals.',
  'The interval of an aspect holds its score: the 95 % score interval of a difference between two shares of the same reviews (Tango 1998, Statistics in Medicine 17:891).',
  'The score of a technician, a service or a place is (positiveReviewCount − negativeReviewCount) / analysedReviewCount. Of services and places these count reviews by their labels; of technicians only reviews with praise or criticism in a clause whose subject or object is the name, and criticism only where the name is the subject.',
  'Quotes are exact slices of reviewBody: the sentence of a clause that praises or criticises, and the sentence before it where a word such as “it” or “she” points there, of 12 to 280 characters together; clause tells where the clause stands. They are chosen by how surely the clause is an opinion and takes its side, how much the words speak of the aspect, and how well they read alone. What names a person of the business, and what contradicts the stars, must be at least 95 % sure. unquotedCriticism names reviews where criticism is counted and none is quoted. No sentence is quoted that holds contact data, the number of a claim or an account, or facts of health beside a name, nor a question, a fragment or the mere story of an accident. In all aspects together a review is quoted once. Editors can ask for a review to be quoted first or never.',
  'A review mentions a technician, a service or a place where its title or text holds the name or an alias, or of a technician the first name where editors call it unambiguous, as whole words, whatever the case and accents, the longest match first; an editor’s list in the review wins.',
  'A keyword is a term with which at least 5 reviews, and 1 % of those with a text, mention the aspect. A topic is a noun phrase, recognised by the words around it, in at least 5 of the analysed reviews and 1 % of them, that repeats no business, person, service, place or aspect; its figures are those of all analysed reviews that hold its words, the last one in the singular or plural.',
  'Means are arithmetic, rounded half up to two decimals. Answers and findings name the reviews they rest on. Every figure can be recomputed from reviews.json, but for keywords and topics, which also need the terms of the aspects and the code that finds noun phrases.',
].join(' ');

const LIMITATIONS =
  'Misspelt names and pronouns are not recognised as mentions. The published reviews are those whose authors were verified as customers; the collection member of reviews.json tells how many were received, withheld and removed, and why.';
