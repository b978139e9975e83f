import type { Business } from '#dataset/business.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { ownMentions } from '#insights/mention.ts';
import written from './examples.json' with { type: 'json' };

/**
 * The facts of a release in its description. Examples that are the same for each release are in
 * examples.json and words.json, as is the review of a release without any.
 */
export type Examples = {
  readonly baseUrl: string;
  readonly sidecarUrl: string | undefined;
  readonly business: Business;
  /** One of the oldest, so that the description stays the same when reviews are added. */
  readonly review: Review;
  /** Values of parameters that find something, so that a question copied from them does. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
};

/** Fills in the placeholders of an example of examples.json or words.json for each release. */
export function filled(example: unknown) {
  return ({ baseUrl, sidecarUrl = '', review }: Examples): unknown =>
    fill(example, { baseUrl, sidecarUrl, review: review.id });
}

function fill(example: unknown, values: Readonly<Record<string, string>>): unknown {
  if (example === undefined) return undefined;
  return JSON.parse(JSON.stringify(example), (_, value) =>
    typeof value === 'string'
      ? value.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
      : value,
  );
}

/** Maximum text length: a longer review would make the description long. */
const MAX_TEXT = 600;
/** The number of oldest reviews to look at. */
const MAX_SEEN = 300;

/** Returns the facts and examples for a release. */
export function examplesOf({ baseUrl, sidecarUrl, business, reviews }: Dataset): Examples {
  const oldest = reviews.slice(-MAX_SEEN).toReversed();
  const review =
    oldest.find((one) => phraseOf(one) !== undefined && one.reviewBody.length <= MAX_TEXT) ??
    oldest[0] ??
    Review.parse(fill(written.review, { baseUrl }));
  /** The value from the example, or else from the oldest review that has one. */
  const find = (of: (one: Review) => string | undefined) =>
    [review, ...oldest]
      .values()
      .map(of)
      .find((value) => value !== undefined);
  const parameters = {
    query: find(phraseOf),
    words: find(phraseOf),
    mentions_technician: find(({ mentionedTechnicianIds: [id] }) => id),
    mentions_service: find(({ mentionedServices: [id] }) => id),
    service_area: find(({ mentionedServiceAreas: [id] }) => id),
    aspect: find((one) => ownMentions(one)[0]?.id),
    source: review.publisher.name,
    language: review.inLanguage,
    // A cursor is of one question.
    after: undefined,
  };
  return { baseUrl, sidecarUrl, business, review, parameters };
}

const WORDS = /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){1,3}/u;
const MAX_PHRASE = 60;

/** Returns some words of the text. */
function phraseOf({ reviewBody }: Review): string | undefined {
  const [phrase] = WORDS.exec(reviewBody) ?? [];
  return phrase !== undefined && phrase.length <= MAX_PHRASE ? phrase : undefined;
}
