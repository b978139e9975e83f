import { vocabularyOf } from '#dataset/annotate.ts';
import { Counts, RatingSum } from '#dataset/counts.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll, applyToTally, type Tally } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { Aspect, Service, ServiceArea, Technician } from '#dataset/schema/stored-entities.ts';
import type { Named } from '#dataset/text/mentions.ts';
import type { EntityFigures, InsightsDocument } from './insights-document.ts';
import { createKeyedTally } from './keyed-tally.ts';
import { type Mention, ownMentions } from './mention.ts';
import { sidesOf } from './opinion-counts.ts';
import {
  createNameFinder,
  createPeopleFinder,
  createRoleFinder,
} from './quotes/names-in-quotes.ts';
import { familiarWords } from './quotes/quotation.ts';
import { BalancedQuotes, type QuoteChoice } from './quotes/quotes.ts';
import { findUnquotedCriticism } from './quotes/unquoted-criticism.ts';
import { scoreOf } from './score.ts';

/**
 * Counts how often reviews mention each technician, service and place, and what they say then. An
 * edit changes the tallies of its reviews alone; new names begin again with all of them.
 */
export class EntityCounter {
  readonly #technicians = new NamedCounter<Technician>({
    idsIn: ({ mentionedTechnicianIds }) => mentionedTechnicianIds,
    createNaming: (technicians) => {
      const finderOf = createRoleFinder(technicians);
      return (technician) => {
        const findRole = finderOf(technician);
        return {
          isNaming: (quote) => findRole(quote) !== undefined,
          isSaidOf: ({ quote, sentiment }) => {
            const role = findRole(quote);
            return role === 'subject' || (role === 'object' && sentiment === 'positive');
          },
        };
      };
    },
  });
  readonly #services = new NamedCounter<Service>({
    idsIn: ({ mentionedServices }) => mentionedServices,
    createNaming: () => nameThing,
  });
  readonly #serviceAreas = new NamedCounter<ServiceArea>({
    idsIn: ({ mentionedServiceAreas }) => mentionedServiceAreas,
    createNaming: () => nameThing,
  });

  update(dataset: Dataset, edit: ReviewEdit): InsightsDocument['entities'] {
    const technicians = this.#technicians.update(dataset.technicians, dataset, edit);
    const services = this.#services.update(dataset.services, dataset, edit);
    const serviceAreas = this.#serviceAreas.update(dataset.serviceAreas, dataset, edit);
    return {
      technicians: technicians.map(({ entity: { jobTitle, url, ...entity }, figures }) => ({
        ...namesOf(entity),
        jobTitle,
        ...(url && { url }),
        ...figures,
      })),
      services: services.map(({ entity: { url, ...entity }, figures }) => ({
        ...namesOf(entity),
        ...(url && { url }),
        ...figures,
      })),
      serviceAreas: serviceAreas.map(({ entity, figures }) => ({ ...namesOf(entity), ...figures })),
    };
  }
}

function namesOf({ id, name, aliases }: Pick<ServiceArea, 'id' | 'name' | 'aliases'>) {
  return { id, name, aliases };
}

type Naming = Pick<EntityMatcher, 'isNaming' | 'isSaidOf'>;

function nameThing(named: Named): Naming {
  return { isNaming: createNameFinder(named) };
}

/** How entities of a kind are known: by the ids that reviews hold, and in quotes. */
type Kind<Entity> = {
  readonly idsIn: (review: Review) => readonly string[];
  readonly createNaming: (entities: readonly Entity[]) => (entity: Entity) => Naming;
};

/** Counts entities of one kind. */
class NamedCounter<Entity extends Named> {
  readonly #kind: Kind<Entity>;
  #key = '';
  #tallies: ReadonlyMap<string, EntityTally> = new Map();

  constructor(kind: Kind<Entity>) {
    this.#kind = kind;
  }

  update(
    entities: readonly Entity[],
    dataset: Dataset,
    edit: ReviewEdit,
  ): readonly { readonly entity: Entity; readonly figures: EntityFigures }[] {
    const { reviews, aspects } = dataset;
    const { names } = vocabularyOf(dataset);
    const own = JSON.stringify(entities, ['id', 'name', 'aliases', 'unambiguous']);
    const key = JSON.stringify([own, names]);
    const isSame = key === this.#key;
    if (!isSame) this.#tallies = this.#begin(entities, dataset.technicians, names);
    this.#key = key;
    applyToTally(
      createKeyedTally(this.#tallies, this.#kind.idsIn),
      isSame ? edit : addAll(reviews),
    );
    return entities.flatMap((entity) => {
      const figures = this.#tallies.get(entity.id)?.figures(reviews, aspects);
      return figures ? [{ entity, figures }] : [];
    });
  }

  #begin(
    entities: readonly Entity[],
    technicians: readonly Technician[],
    names: readonly string[],
  ): Map<string, EntityTally> {
    const { idsIn, createNaming } = this.#kind;
    const naming = { familiar: familiarWords(names), isPersonal: createPeopleFinder(technicians) };
    const namingOf = createNaming(entities);
    return new Map(
      entities.map((entity) => {
        const isMentionedIn = (review: Review) => idsIn(review).includes(entity.id);
        return [entity.id, new EntityTally({ isMentionedIn, ...namingOf(entity), ...naming })];
      }),
    );
  }
}

const MAX_ASPECTS = 3;
const MAX_QUOTES = { positive: 2, negative: 1 } as const;

type EntityMatcher = Pick<QuoteChoice, 'familiar' | 'isPersonal'> & {
  readonly isMentionedIn: (review: Review) => boolean;
  /** Whether a quote names it; such quotes are preferred. */
  readonly isNaming: (quote: string) => boolean;
  /** Of people: whether a mention is said of them. Of things all that a review says is. */
  readonly isSaidOf?: (mention: Mention) => boolean;
};

/** The figures of one technician, service or place, as reviews that mention it are added and removed. */
class EntityTally implements Tally<Review> {
  readonly #isMentionedIn: (review: Review) => boolean;
  readonly #isSaidOf: EntityMatcher['isSaidOf'];
  readonly #ratings = new RatingSum();
  readonly #aspects = new Counts<string>();
  readonly #quotes: BalancedQuotes;
  #analysed = 0;
  #positive = 0;
  #negative = 0;
  /** The newest date; undefined where it has to be looked for. */
  #last: string | undefined;

  constructor({ isMentionedIn, isNaming, isSaidOf, ...naming }: EntityMatcher) {
    this.#isMentionedIn = isMentionedIn;
    this.#isSaidOf = isSaidOf;
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: (mention, review) => isMentionedIn(review) && (isSaidOf?.(mention) ?? true),
      isNaming,
      ...naming,
    });
  }

  add(review: Review): void {
    const { datePublished, reviewRating } = review;
    if (this.#last !== undefined && datePublished > this.#last) this.#last = datePublished;
    this.#ratings.add(reviewRating.ratingValue);
    this.#changeSides(review, 1);
    for (const aspect of aspectsIn(review)) this.#aspects.add(aspect);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    const { datePublished, reviewRating } = review;
    if (datePublished === this.#last) this.#last = undefined;
    this.#ratings.remove(reviewRating.ratingValue);
    this.#changeSides(review, -1);
    for (const aspect of aspectsIn(review)) this.#aspects.remove(aspect);
    this.#quotes.remove(review);
  }

  /** `reviews` are all published ones, newest first. */
  figures(reviews: readonly Review[], aspects: readonly Aspect[]): EntityFigures {
    const { count, mean } = this.#ratings;
    const quotes = this.#quotes.quotes(reviews);
    const isCritical = (review: Review) =>
      this.#isMentionedIn(review) && this.#sidesOf(review)?.criticises === true;
    if (count > 0) this.#last ??= reviews.find(this.#isMentionedIn)?.datePublished;
    return {
      reviewCount: count,
      analysedReviewCount: this.#analysed,
      averageRating: mean,
      lastMentioned: this.#last ?? null,
      positiveReviewCount: this.#positive,
      negativeReviewCount: this.#negative,
      score: scoreOf(this.#positive - this.#negative, this.#analysed),
      topAspects: this.#topAspects(aspects),
      quotes,
      unquotedCriticism: findUnquotedCriticism(quotes, this.#negative, reviews, isCritical),
    };
  }

  #changeSides(review: Review, by: 1 | -1): void {
    const sides = this.#sidesOf(review);
    if (!sides) return;
    this.#analysed += by;
    if (sides.praises) this.#positive += by;
    if (sides.criticises) this.#negative += by;
  }

  /** The sides that a review takes on it; undefined of one that is not analyzed. */
  #sidesOf(review: Review): ReturnType<typeof sidesOf> | undefined {
    if (!review.sentiment) return undefined;
    const { label } = review.sentiment;
    const isSaidOf = this.#isSaidOf;
    if (!isSaidOf) return { praises: label === 'positive', criticises: label === 'negative' };
    const said = ownMentions(review).filter(
      (mention) => mention.sentiment !== 'neutral' && isSaidOf(mention),
    );
    return sidesOf(said.map(({ sentiment }) => sentiment));
  }

  /** Sorting is stable: where counts are equal, the order of the editors stands. */
  #topAspects(aspects: readonly Aspect[]): string[] {
    return aspects
      .map(({ id }) => ({ id, count: this.#aspects.of(id) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_ASPECTS)
      .map(({ id }) => id);
  }
}

function aspectsIn(review: Review): ReadonlySet<string> {
  return new Set(ownMentions(review).map(({ id }) => id));
}
