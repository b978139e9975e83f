import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { createNameHider } from '#insights/annotation/hide-names.ts';
import { createAspectFinder, createTermFinder } from '#insights/aspects/find-aspects.ts';
import { createNameFinder, createRoleFinder } from '#insights/quotes/names-in-quotes.ts';
import { listWords, tokenize } from '#insights/text/tokenize.ts';
import { nounPhrasesIn } from '#insights/topics/noun-phrases.ts';
import { type Mention, ownMentions } from '../mention.ts';
import type { MentionNotes, Notes } from './notes.ts';

/** Makes a function that takes the notes of one review after another. */
export function createNoteTaker(dataset: Dataset): (review: Review) => Notes {
  const noteTerms = createTermNoter(dataset);
  const noteNames = createNameNoter(dataset);
  const noteMention = (mention: Mention, review: Review): MentionNotes =>
    mention.about === 'other'
      ? {}
      : { ...noteTerms(mention, review), ...noteNames(mention, review) };
  return (review) => {
    const { sentiment, reviewBody, aspects = [] } = review;
    return {
      phrases: sentiment ? [...nounPhrasesIn(reviewBody)] : [],
      mentions: aspects.map((mention) => noteMention(mention, review)),
    };
  };
}

type Note<Part extends keyof MentionNotes> = (
  mention: Mention,
  review: Review,
) => Pick<MentionNotes, Part>;

function createTermNoter(dataset: Dataset): Note<'terms' | 'worth'> {
  const { aspects } = dataset;
  const hideNames = createNameHider(vocabularyOf(dataset));
  const termFinders = new Map(aspects.map((aspect) => [aspect.id, createTermFinder(aspect)]));
  const findAspects = createAspectFinder(aspects);
  return (mention, review) => {
    const { id, quote, start, end } = mention;
    const words = listWords(hideNames(tokenize(quote), quote));
    const terms = termFinders.get(id)?.(words) ?? [];
    const found = terms.length > 0 && { terms };
    if (!isSided(mention)) return { ...found };
    const weights = new Map(findAspects(words).map((match) => [match.id, match.weight]));
    const rivals = ownMentions(review).filter(
      (other) => other.start === start && other.end === end && other.id !== id,
    );
    const rival = Math.max(0, ...rivals.map((other) => weights.get(other.id) ?? 0));
    // A mention that an editor added without a term weighs 1.
    return { ...found, worth: worthOf(weights.get(id) ?? 1, rival, words.length) };
  };
}

/** The weight of terms at which a quote is worth a half; a single plain term weighs 1. */
const HALF_WORTH = 0.5;

/** A clause with more words for each term of weight 1 may be about something else. */
const WORDS_OF_A_TERM = 12;

/**
 * How much a clause of so many words is about an aspect, from 0 to 1: `own` is what the terms of the
 * aspect weigh in it, and `rival` those of the heaviest other aspect that it mentions.
 */
function worthOf(own: number, rival: number, words: number): number {
  // A quote is shown for the aspect of which it says most, and rather where it says nothing else.
  if (rival > own) return 0;
  const share = 1 - rival / own / 4;
  const density = Math.min(1, (own * WORDS_OF_A_TERM) / words);
  return (own / (own + HALF_WORTH)) * share * density;
}

function createNameNoter(dataset: Dataset): Note<'people' | 'services' | 'places'> {
  const findRoles = createRoleFinder(dataset.technicians);
  const findServices = createNameFinder(dataset.services);
  const findPlaces = createNameFinder(dataset.serviceAreas);
  return (mention, review) => {
    const { quote, sentiment } = mention;
    const { mentionedTechnicianIds, mentionedServices, mentionedServiceAreas } = review;
    if (sentiment === 'neutral') return {};
    const roles = mentionedTechnicianIds.length > 0 ? findRoles(quote) : undefined;
    const people = mentionedTechnicianIds.filter((id) => {
      const role = roles?.get(id);
      // Criticism of what was done to a person is not criticism of that person.
      return role === 'subject' || (role === 'object' && sentiment === 'positive');
    });
    const named = isSided(mention);
    const services = named ? findServices(quote, mentionedServices) : [];
    const places = named ? findPlaces(quote, mentionedServiceAreas) : [];
    return {
      ...(people.length > 0 && { people }),
      ...(services.length > 0 && { services }),
      ...(places.length > 0 && { places }),
    };
  };
}

function isSided({ sentiment }: Mention): boolean {
  return sentiment === 'positive' || sentiment === 'negative';
}
