import { Counts, RatingSum } from '#dataset/counts.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { applyToTally, type Tally } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { createPeopleFinder, type IsNaming } from '#insights/quotes/names-in-quotes.ts';
import { BalancedQuotes } from '#insights/quotes/quotes.ts';
import type { InsightsDocument } from '../insights-document.ts';
import { OpinionsByKey, quarterOf, SentimentCounts, trendOf } from '../opinion-counts.ts';
import { scoreOf } from '../score.ts';
import { nounPhrasesIn, singularOf } from './noun-phrases.ts';

/** Minimum reviews with a topic, and minimum share of all. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_TOPICS = 12;

/**
 * Finds what analysed reviews are about: noun phrases in at least 5 of them and 1 %, that repeat no
 * name with figures of its own. An edit reads its reviews alone.
 */
export class TopicFinder implements Tally<Review> {
  readonly #phrases = new Counts<string>();
  /** The few that are in enough reviews. */
  readonly #frequent = new Set<string>();
  #tallies: ReadonlyMap<string, TopicTally> = new Map();
  /** The people whose names their quotes are looked through for. */
  #people = '';
  #reviewCount = 0;

  add(review: Review): void {
    if (!review.sentiment) return;
    this.#reviewCount++;
    for (const phrase of nounPhrasesIn(review.reviewBody)) {
      this.#phrases.add(phrase);
      if (this.#phrases.of(phrase) === LEAST_REVIEWS) this.#frequent.add(phrase);
    }
    for (const tally of this.#talliesOf(review)) tally.add(review);
  }

  remove(review: Review): void {
    if (!review.sentiment) return;
    this.#reviewCount--;
    for (const phrase of nounPhrasesIn(review.reviewBody)) {
      if (this.#phrases.of(phrase) === LEAST_REVIEWS) this.#frequent.delete(phrase);
      this.#phrases.remove(phrase);
    }
    for (const tally of this.#talliesOf(review)) tally.remove(review);
  }

  update(dataset: Dataset, edit: ReviewEdit): InsightsDocument['topics'] {
    applyToTally(this, edit);
    const people = JSON.stringify(dataset.technicians, ['id', 'name', 'aliases', 'unambiguous']);
    if (people !== this.#people) this.#tallies = new Map();
    this.#people = people;
    this.#tally(this.#choose(dataset), dataset);
    return this.#tallies
      .values()
      .map((tally) => tally.figures(dataset.reviews))
      .map((topic) => ({ ...topic, share: scoreOf(topic.reviewCount, this.#reviewCount) }))
      .toArray()
      .sort((a, b) => b.reviewCount - a.reviewCount || (a.id < b.id ? -1 : 1));
  }

  /** The most frequent phrases; of two, one of which holds all words of the other, only the first. */
  #choose(dataset: Dataset): readonly string[] {
    const least = LEAST_SHARE * this.#reviewCount;
    const isNamed = createNameTest(dataset);
    const ranked = [...this.#frequent]
      .filter((phrase) => this.#phrases.of(phrase) >= least && !isNamed(phrase))
      .sort((a, b) => this.#phrases.of(b) - this.#phrases.of(a) || (a < b ? -1 : 1));
    const chosen = new Map<string, ReadonlySet<string>>();
    for (const phrase of ranked) {
      const words = new Set(phrase.split(' '));
      const repeats = (one: ReadonlySet<string>) => one.isSubsetOf(words) || words.isSubsetOf(one);
      if (!chosen.values().some(repeats)) chosen.set(phrase, words);
      if (chosen.size === MAX_TOPICS) break;
    }
    return [...chosen.keys()];
  }

  #talliesOf({ reviewBody }: Review): Iterable<TopicTally> {
    return this.#tallies.values().filter((tally) => tally.isIn(reviewBody));
  }

  /** Keeps the tallies of the topics that were found before; others are made of all reviews. */
  #tally(phrases: readonly string[], { reviews, technicians }: Dataset): void {
    const known = this.#tallies;
    const isPersonal = createPeopleFinder(technicians);
    this.#tallies = new Map(
      phrases.map((phrase) => [phrase, known.get(phrase) ?? new TopicTally(phrase, isPersonal)]),
    );
    const unknown = [...this.#tallies].filter(([phrase]) => !known.has(phrase));
    if (unknown.length === 0) return;
    for (const review of reviews) {
      if (!review.sentiment) continue;
      for (const [, tally] of unknown) if (tally.isIn(review.reviewBody)) tally.add(review);
    }
  }
}

/**
 * Makes a test whether a phrase repeats a name that has figures of its own: it has a word of the
 * business, a person, a place or an aspect, or the last noun of a service; or all words of one are in
 * the other.
 */
function createNameTest(dataset: Dataset): (phrase: string) => boolean {
  const { business, technicians, services, serviceAreas, aspects } = dataset;
  const taken = new Set([
    ...[business, ...technicians, ...serviceAreas, ...aspects].flatMap(({ name }) => wordsOf(name)),
    ...services.flatMap(({ name }) => wordsOf(name).slice(-1)),
  ]);
  const names = [...technicians, ...services, ...serviceAreas]
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .map((name) => new Set(wordsOf(name)))
    .filter(({ size }) => size > 0);
  return (phrase) => {
    const words = new Set(wordsOf(phrase));
    return (
      !words.isDisjointFrom(taken) ||
      names.some((name) => name.isSubsetOf(words) || words.isSubsetOf(name))
    );
  };
}

/** The folded words of a name, each in the singular. */
function wordsOf(name: string): string[] {
  return (fold(name).match(/[\p{L}\p{N}]+/gu) ?? []).map(singularOf);
}

const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** The figures of one topic, as analysed reviews that hold it are added and removed. */
class TopicTally implements Tally<Review> {
  readonly #phrase: string;
  readonly #pattern: RegExp;
  readonly #spellings = new Counts<string>();
  readonly #ratings = new RatingSum();
  readonly #sentiments = new SentimentCounts();
  readonly #quarters = new OpinionsByKey();
  readonly #quotes: BalancedQuotes;

  /** A phrase as `nounPhrasesIn` gives it. */
  constructor(phrase: string, isPersonal: IsNaming) {
    this.#phrase = phrase;
    const stem = phrase.replaceAll(' ', '[\\s-]+').replace(/y$/, '(?:y|ie)');
    this.#pattern = new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:e?s)?(?![\\p{L}\\p{N}])`, 'iu');
    this.#quotes = new BalancedQuotes({
      ...MAX_QUOTES,
      isAbout: ({ quote }, { sentiment }) => sentiment !== undefined && this.isIn(quote),
      isNaming: () => false,
      isPersonal,
    });
  }

  /** Whether a text holds the phrase, its last word in the singular or plural. */
  isIn(text: string): boolean {
    return this.#pattern.test(text);
  }

  add(review: Review): void {
    this.#ratings.add(review.reviewRating.ratingValue);
    this.#spellings.add(this.#spellingIn(review));
    this.#change(review, 1);
    this.#quotes.add(review);
  }

  remove(review: Review): void {
    this.#ratings.remove(review.reviewRating.ratingValue);
    this.#spellings.remove(this.#spellingIn(review));
    this.#change(review, -1);
    this.#quotes.remove(review);
  }

  /** `reviews` are all published ones; those that were added are among them. */
  figures(reviews: readonly Review[]): Omit<InsightsDocument['topics'][number], 'share'> {
    return {
      id: this.#phrase.replaceAll(' ', '-'),
      label: this.#label(),
      reviewCount: this.#ratings.count,
      averageRating: this.#ratings.mean,
      score: this.#sentiments.score,
      trend: trendOf(this.#quarters),
      quotes: this.#quotes.quotes(reviews),
    };
  }

  /** The most frequent spelling, the first by the alphabet of equal ones, with a capital. */
  #label(): string {
    const counts = this.#spellings;
    const [spelling = this.#phrase] = [...counts.keys()].sort(
      (a, b) => counts.of(b) - counts.of(a) || (a < b ? -1 : 1),
    );
    return spelling.replace(/^./u, (letter) => letter.toUpperCase());
  }

  /** How a review spells it where it does so first. */
  #spellingIn({ reviewBody }: Review): string {
    return this.#pattern.exec(reviewBody)?.[0].replace(/\s+/g, ' ') ?? this.#phrase;
  }

  #change({ sentiment, datePublished }: Review, by: 1 | -1): void {
    if (!sentiment) return;
    this.#sentiments.change(sentiment.label, by);
    this.#quarters.change(quarterOf(datePublished), [sentiment.label], by);
  }
}
