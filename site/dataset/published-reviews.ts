import { isDeepStrictEqual } from 'node:util';
import {
  type Annotations,
  type CreateAnnotate,
  keyOfVocabulary,
  vocabularyOf,
} from './annotate.ts';
import { businessIri, type ItemReviewed } from './business.ts';
import type { Content } from './content.ts';
import { type Edit, editSorted, type ListEdit, placeFor } from './edits/list-edit.ts';
import { memoize } from './memoize.ts';
import { compareReviews, type Review } from './review.ts';
import type { StoredReview } from './schema/stored-review.ts';
import { createGazetteers, type Gazetteers, wordsOf } from './text/mentions.ts';

/** Published reviews, newest first; one stays the same object while nothing about it changes. */
export class PublishedReviews {
  readonly #baseUrl: string;
  readonly #createAnnotate: CreateAnnotate;
  #list: readonly Review[] = [];
  /** Everything besides the review that affects how it is published. */
  #names = '';
  #publish: Publish = () => undefined;
  #vocabulary = '';
  #annotate: AnnotateStored = () => ({});
  /** Reviews taken out that the content still has. */
  #takenOut: readonly Review[] = [];

  constructor(baseUrl: string, createAnnotate: CreateAnnotate) {
    this.#baseUrl = baseUrl;
    this.#createAnnotate = createAnnotate;
  }

  get list(): readonly Review[] {
    return this.#list;
  }

  /** Applies an edit of the reviews; `content` is that after it. */
  update(content: Content, stored: Edit<StoredReview>): ListEdit<Review> {
    const names = namesOf(content);
    const isSame = names === this.#names;
    if (!isSame) this.#publish = this.#createPublish(content);
    this.#names = names;
    const publish = (reviews: readonly StoredReview[]) =>
      reviews.flatMap((review) => this.#publish(review) ?? []);
    const edit = isSame
      ? {
          removed: stored.removed.flatMap((review) => this.#find(review) ?? []),
          added: [...publish(stored.added), ...this.#takenOutBut(stored.removed)],
        }
      : { removed: this.#list, added: publish(content.reviews) };
    this.#takenOut = [];
    return this.#apply(this.#withoutEqual(edit));
  }

  /** Takes out reviews by their ids. The next update restores them, unless it removes them. */
  takeOut(ids: ReadonlySet<string>): ListEdit<Review> {
    const removed = this.#list.filter(({ id }) => ids.has(id));
    this.#takenOut = [...this.#takenOut, ...removed];
    return this.#apply({ removed, added: [] });
  }

  #apply(edit: Edit<Review>): ListEdit<Review> {
    const edited = editSorted(this.#list, edit, compareReviews);
    this.#list = edited.list;
    return edited.edit;
  }

  /** The published review with the id and date of another. */
  #find(review: Pick<Review, 'id' | 'datePublished'>): Review | undefined {
    const found = this.#list[placeFor(this.#list, review, compareReviews)];
    return found && compareReviews(found, review) === 0 ? found : undefined;
  }

  #takenOutBut(removed: readonly StoredReview[]): readonly Review[] {
    const ids = new Set(removed.map(({ id }) => id));
    return this.#takenOut.filter(({ id }) => !ids.has(id));
  }

  /** An edit without the replacement of reviews by equal ones. */
  #withoutEqual({ removed, added }: Edit<Review>): Edit<Review> {
    const old = new Set(removed);
    const others = added.filter((review) => {
      const same = this.#find(review);
      const isEqual = same && old.has(same) && isDeepStrictEqual(same, review);
      if (isEqual) old.delete(same);
      return !isEqual;
    });
    return { removed: [...old], added: others };
  }

  #createPublish(content: Content): Publish {
    const vocabulary = vocabularyOf(content);
    const defaultLanguage = languageOf(content);
    const key = `${defaultLanguage} ${keyOfVocabulary(vocabulary)}`;
    if (key !== this.#vocabulary) {
      // A text is analysed once, however often its review is published again.
      const annotate = this.#createAnnotate(vocabulary);
      this.#annotate = memoize((stored) =>
        annotate({ ...stored, inLanguage: stored.inLanguage ?? defaultLanguage }),
      );
      this.#vocabulary = key;
    }
    const names = new Map(content.technicians.map(({ id, name }) => [id, name]));
    const context = {
      baseUrl: this.#baseUrl,
      itemReviewed: { '@id': businessIri(this.#baseUrl) },
      defaultLanguage,
      gazetteers: createGazetteers(content),
      nameOf: (id: string) => names.get(id) ?? id,
      annotate: this.#annotate,
    };
    return (stored) => publishReview(stored, context);
  }
}

type AnnotateStored = (stored: StoredReview) => Annotations;
type Publish = (stored: StoredReview) => Review | undefined;

/** The language of reviews that do not state one. */
export function languageOf({
  business,
}: {
  readonly business: Pick<Content['business'], 'knowsLanguage'>;
}): string {
  return business.knowsLanguage[0] ?? 'en';
}

function namesOf(content: Content): string {
  const { technicians, services, serviceAreas } = content;
  const names = JSON.stringify(
    [languageOf(content), technicians, services, serviceAreas],
    ['id', 'name', 'aliases', 'unambiguous'],
  );
  return `${names} ${keyOfVocabulary(vocabularyOf(content))}`;
}

type Context = {
  readonly baseUrl: string;
  readonly itemReviewed: ItemReviewed;
  readonly defaultLanguage: string;
  readonly gazetteers: Gazetteers;
  /** The full name of a technician id. */
  readonly nameOf: (technician: string) => string;
  /** What an analysis of its text adds to a review. */
  readonly annotate: AnnotateStored;
};

/**
 * The public record of a stored review; undefined if it is not verified. An editor's list of mentions
 * overrides the gazetteers. Members are in one fixed order.
 */
function publishReview(stored: StoredReview, context: Context): Review | undefined {
  const { verification } = stored;
  if (verification.status !== 'verified') return undefined;
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
    reviewRating: ratingOf(stored.rating),
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

const ratings = new Map<number, Review['reviewRating']>();

/** One object for all reviews with the same stars: there may be a hundred thousand. */
function ratingOf(stars: number): Review['reviewRating'] {
  const known = ratings.get(stars);
  if (known) return known;
  const rating = { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 } as const;
  ratings.set(stars, rating);
  return rating;
}
