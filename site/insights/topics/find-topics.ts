import type { Dataset } from '#dataset/dataset.ts';
import { createTallyKeeper } from '#dataset/lists/tally-keeper.ts';
import type { InsightsDocument } from '../insights-document.ts';
import { scoreOf } from '../score.ts';
import { BigramCounts } from './bigram-counts.ts';
import { BigramHolders } from './bigram-holders.ts';
import { groupBigrams } from './group-bigrams.ts';
import { createTopicNamer } from './name-topic.ts';
import { rankBigrams } from './rank-bigrams.ts';
import { createReviewReader, type ReadReview } from './read-reviews.ts';
import { TopicTallies } from './topic-tallies.ts';
import type { Background } from './weigh-bigram.ts';
import { wordsOfNames } from './words-of-names.ts';

type FindTopics = (dataset: Dataset) => InsightsDocument['topics'];

/**
 * Finds what the analysed reviews of one dataset after another are about, the heaviest topic first:
 * groups of bigrams that stand in them more often than in reviews of every trade. Only reviews that
 * came or went are read. The same dataset has the same topics, whatever was seen before.
 */
export function createTopicFinder(background: Background): FindTopics {
  let counts = new BigramCounts();
  let find = createFinder(background, counts);
  return (dataset) => {
    // Begun anew, it does not hold on to the bigrams of all reviews that there ever were.
    if (counts.isWorn) {
      counts = new BigramCounts();
      find = createFinder(background, counts);
    }
    return find(dataset);
  };
}

function createFinder(background: Background, counts: BigramCounts): FindTopics {
  const holders = new BigramHolders(counts);
  const tallies = new TopicTallies(counts);
  const read = createReviewReader(counts);
  const keepers = [counts, holders, tallies].map((tally) => createTallyKeeper<ReadReview>(tally));
  const name = createTopicNamer();
  return (dataset) => {
    const reviews = read(dataset.reviews);
    for (const keep of keepers) keep(reviews);
    const ranked = rankBigrams(counts, reviews.length, background, wordsOfNames(dataset));
    const numbers = ranked.map(({ number }) => number);
    const topics = groupBigrams(ranked, holders.of(numbers, reviews));
    return tallies.of(topics, reviews).map((tally, index) => {
      const { reviewCount, ...figures } = tally.figures(dataset.reviews);
      const share = scoreOf(reviewCount, reviews.length);
      return { ...name(topics[index] ?? [], reviews), reviewCount, share, ...figures };
    });
  };
}
