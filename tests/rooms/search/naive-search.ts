import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

type Review = ReviewsDocument['reviews'][number];
type Insights = Pick<InsightsDocument, 'entities' | 'aspects'>;
type Named = { readonly id: string; readonly name: string; readonly aliases?: readonly string[] };

/**
 * What a search has to find, written once more without any code of the service: a filter over
 * reviews.json, parameter by parameter, in the order that is asked for. Names are those in insights.json.
 */
export function searchNaively(
  reviews: readonly Review[],
  { entities, aspects }: Insights,
  asked: Readonly<Record<string, string>>,
): Review[] {
  const means = (all: readonly Named[], value: string) =>
    all.find(({ id, name, aliases = [] }) =>
      [id, name, ...aliases].map(plain).includes(plain(value)),
    );
  const says = ({ aspects: said = [] }: Review, id: string | undefined, sentiment?: string) =>
    said.some(
      (one) =>
        one.id === id &&
        one.about === 'business' &&
        (sentiment === undefined ||
          one.sentiment === sentiment ||
          (one.sentiment === 'mixed' && sentiment !== 'neutral')),
    );
  const countIn = (text: string, words: string) => {
    const own = text.split(/[^\p{L}\p{N}]+/u).map(stem);
    return words.split(' ').filter((word) => own.includes(stem(word))).length;
  };
  const countAnywhere = ({ name = '', reviewBody, author }: Review, words: string) =>
    countIn(`${name} ${reviewBody} ${author.name}`, words);
  const most = Math.max(...reviews.map((review) => countAnywhere(review, asked.words ?? '')));
  const checks: Record<string, (review: Review, value: string) => boolean> = {
    rating: ({ reviewRating }, value) => reviewRating.ratingValue === Number(value),
    min_rating: ({ reviewRating }, value) => reviewRating.ratingValue >= Number(value),
    max_rating: ({ reviewRating }, value) => reviewRating.ratingValue <= Number(value),
    since: ({ datePublished }, value) => Date.parse(datePublished) >= Date.parse(value),
    until: ({ datePublished }, value) => Date.parse(datePublished) <= Date.parse(value),
    query: ({ reviewBody }, value) => plain(reviewBody).includes(plain(value)),
    words: (review, value) => most > 0 && countAnywhere(review, value) === most,
    mentions_technician: ({ mentionedTechnicians }, value) =>
      mentionedTechnicians.includes(means(entities.technicians, value)?.name ?? ''),
    mentions_service: ({ mentionedServices }, value) =>
      mentionedServices.includes(means(entities.services, value)?.id ?? ''),
    service_area: ({ mentionedServiceAreas }, value) =>
      mentionedServiceAreas.includes(means(entities.serviceAreas, value)?.id ?? ''),
    aspect: (review, value) => says(review, means(aspects, value)?.id, asked.sentiment),
    sentiment: ({ sentiment }, value) => asked.aspect !== undefined || sentiment?.label === value,
    source: ({ publisher }, value) => plain(publisher.name) === plain(value),
    language: ({ inLanguage }, value) =>
      value === '*' || `${inLanguage}-`.toLowerCase().startsWith(`${value}-`.toLowerCase()),
    has_text: ({ reviewBody }, value) => String(reviewBody !== '') === value,
    has_reply: ({ ownerReply }, value) => String(ownerReply !== undefined) === value,
    relationship: ({ relationship = 'none' }, value) => relationship === value,
    sort: () => true,
    limit: () => true,
  };
  const found = reviews.filter((review) =>
    Object.entries(asked).every(([name, value]) => checks[name]?.(review, value)),
  );
  if (asked.sort !== undefined) return found.sort(COMPARE[asked.sort]);
  const rank = ({ name = '' }: Review) => countIn(name, asked.words ?? '');
  return found.sort((a, b) => rank(b) - rank(a));
}

/** Enough for the words that tests ask for. */
function stem(word: string): string {
  return plain(word).replace(/(?:es|s|ed|ing)$/, '');
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const byDate = (a: Review, b: Review) => byText(a.datePublished, b.datePublished);
const byStars = (a: Review, b: Review) => a.reviewRating.ratingValue - b.reviewRating.ratingValue;
const byId = (a: Review, b: Review) => byText(a.id, b.id);

const COMPARE: Readonly<Record<string, (a: Review, b: Review) => number>> = {
  newest: (a, b) => byDate(b, a) || byId(a, b),
  oldest: (a, b) => byDate(a, b) || byId(a, b),
  highest: (a, b) => byStars(b, a) || byDate(b, a) || byId(a, b),
  lowest: (a, b) => byStars(a, b) || byDate(b, a) || byId(a, b),
};

/** Text without case, accents and typographic signs; enough for the demonstration content. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—]/g, '-');
}
