import {
  type Annotations,
  type CreateAnnotate,
  keyOfVocabulary,
  vocabularyOf,
} from './annotate.ts';
import { businessIri } from './business.ts';
import type { Content } from './content.ts';
import { memoize, memoizeLast } from './memoize.ts';
import { compareReviews, type Review } from './review.ts';
import type { StoredBusiness } from './schema/stored-business.ts';
import type { StoredReview } from './schema/stored-review.ts';
import { createGazetteers, keyOfGazetteers, wordsOf } from './text/mentions.ts';

/** Content, and the origin that addresses begin with. */
type Published = { readonly content: Content; readonly baseUrl: string };

/** Reviews that an earlier process published. */
export type KnownReviews = {
  /** The key of everything else that their records depend on (see `keyOfRecords`). */
  readonly key: string;
  /** By the digests of their files. */
  readonly reviews: ReadonlyMap<string, Review>;
};

/** Returns the published reviews, newest first: the same objects until files or names change. */
export function publishReviews(
  content: Content,
  baseUrl: string,
  createAnnotate: CreateAnnotate,
  known?: KnownReviews,
): readonly Review[] {
  const { reviews, digests } = content;
  const published = { content, baseUrl };
  const publish = publisherWith(createAnnotate)(published);
  const before = known?.key === keyOfContent(published) ? known.reviews : undefined;
  return reviews
    .flatMap((stored) => before?.get(digests.get(stored.id) ?? '') ?? publish(stored) ?? [])
    .sort(compareReviews);
}

type Publish = (stored: StoredReview) => Review | null;

const publisherWith = memoize((createAnnotate: CreateAnnotate) => {
  const annotatorOf = memoizeLast(keyOfAnalysis, (content): AnnotateStored => {
    const annotate = createAnnotate(vocabularyOf(content));
    const inLanguage = languageOf(content.business);
    return memoize((stored) =>
      annotate({ ...stored, inLanguage: stored.inLanguage ?? inLanguage }),
    );
  });
  return memoizeLast(keyOfContent, (published): Publish => {
    const context = contextOf(published, annotatorOf(published.content));
    return memoize((stored) => publishReview(stored, context));
  });
});

type AnnotateStored = (stored: StoredReview) => Annotations;

/** Returns the language of reviews that do not state one. */
export function languageOf({ knowsLanguage }: Pick<StoredBusiness, 'knowsLanguage'>): string {
  return knowsLanguage[0] ?? 'en';
}

/** Returns a key of all content besides a review that its analysis depends on. */
function keyOfAnalysis(content: Content): string {
  return `${languageOf(content.business)} ${keyOfVocabulary(vocabularyOf(content))}`;
}

function keyOfContent({ content, baseUrl }: Published): string {
  return keyOfRecords({ ...content, baseUrl, language: languageOf(content.business) });
}

/** Returns a key of everything besides a review that its record depends on. */
export function keyOfRecords(
  content: Parameters<typeof keyOfGazetteers>[0] &
    Parameters<typeof vocabularyOf>[0] & { readonly baseUrl: string; readonly language: string },
): string {
  const { baseUrl, language } = content;
  return `${baseUrl} ${language} ${keyOfGazetteers(content)} ${keyOfVocabulary(vocabularyOf(content))}`;
}

function contextOf({ content, baseUrl }: Published, annotate: AnnotateStored) {
  const names = new Map(content.technicians.map(({ id, name }) => [id, name]));
  return {
    baseUrl,
    itemReviewed: { '@id': businessIri(baseUrl) },
    defaultLanguage: languageOf(content.business),
    gazetteers: createGazetteers(content),
    /** Returns the full name of a technician by id. */
    nameOf: (id: string) => names.get(id) ?? id,
    annotate,
  };
}

/**
 * Returns the public record of a stored review; null if it is not verified. An editor's list of
 * mentions overrides the gazetteers. Members have a fixed order.
 */
function publishReview(stored: StoredReview, context: ReturnType<typeof contextOf>): Review | null {
  const { verification } = stored;
  if (verification.status !== 'verified') return null;
  const url = `${context.baseUrl}/reviews/${stored.id}/`;
  const words = wordsOf(stored.name ?? '', stored.reviewBody);
  const technicians = stored.technicians ?? context.gazetteers.technicians(words);
  return {
    '@type': 'Review',
    '@id': url,
    id: stored.id,
    url,
    itemReviewed: context.itemReviewed,
    author: { '@type': 'Person', name: stored.author.name },
    datePublished: stored.datePublished,
    ...(stored.dateCreated && { dateCreated: stored.dateCreated }),
    ...(stored.dateModified && { dateModified: stored.dateModified }),
    reviewRating: { '@type': 'Rating', ratingValue: stored.rating, bestRating: 5, worstRating: 1 },
    ...(stored.name && { name: stored.name }),
    reviewBody: stored.reviewBody,
    inLanguage: stored.inLanguage ?? context.defaultLanguage,
    publisher: { '@type': 'Organization', name: stored.source.name },
    ...(stored.source.url && { isBasedOn: stored.source.url }),
    verification: { status: 'verified', method: verification.method, date: verification.date },
    mentionedTechnicians: technicians.map(context.nameOf),
    mentionedTechnicianIds: technicians,
    mentionedServices: stored.services ?? context.gazetteers.services(words),
    mentionedServiceAreas: stored.serviceAreas ?? context.gazetteers.serviceAreas(words),
    ...context.annotate(stored),
    ...(stored.ownerReply && { ownerReply: stored.ownerReply }),
    ...(stored.relationship !== 'none' && { relationship: stored.relationship }),
  };
}
