import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

type Review = ReviewsDocument['reviews'][number];
type Technicians = InsightsDocument['entities']['technicians'];

/**
 * What a search has to find, written once more without any code of the service: a filter over
 * reviews.json, parameter by parameter, in the order in which it lists its reviews.
 */
export function searchNaively(
  reviews: readonly Review[],
  technicians: Technicians,
  asked: Readonly<Record<string, string>>,
): Review[] {
  const checks: Record<string, (review: Review, value: string) => boolean> = {
    rating: ({ reviewRating }, value) => reviewRating.ratingValue === Number(value),
    min_rating: ({ reviewRating }, value) => reviewRating.ratingValue >= Number(value),
    since: ({ datePublished }, value) => Date.parse(datePublished) >= Date.parse(value),
    until: ({ datePublished }, value) => Date.parse(datePublished) <= Date.parse(value),
    query: ({ reviewBody }, value) => plain(reviewBody).includes(plain(value)),
    mentions_technician: ({ mentionedTechnicians }, value) =>
      mentionedTechnicians.some((name) => namesOf(name, technicians).includes(plain(value))),
    mentions_service: ({ mentionedServices }, value) => mentionedServices.includes(value),
    limit: () => true,
  };
  return reviews.filter((review) =>
    Object.entries(asked).every(([name, value]) => checks[name]?.(review, value)),
  );
}

/** Everything that a person may be called by, as plain text. */
function namesOf(name: string, technicians: Technicians): string[] {
  const entity = technicians.find((one) => one.name === name);
  return [name, entity?.id ?? name, ...(entity?.aliases ?? [])].map(plain);
}

/** Text without case, accents and typographic signs; enough for the demonstration content. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—]/g, '-');
}
