import { namedIn } from '../../../../scripts/lab/labeled/marks.ts';
import type { Evaluation } from '../evaluation.ts';
import { among, isCriticism, mostOften, opinionsIn, peopleThat } from '../readings/readings.ts';
import { idsOf, meanOf, mentions } from '../records.ts';

const isCalled = (profession: RegExp) => (one: { readonly jobTitle: string }) =>
  profession.test(one.jobTitle);

/** What people ask about the staff, whom they call by whatever part of the name they know. */
export const PEOPLE: readonly Evaluation[] = [
  {
    question: 'What do people say about Elena?',
    ask: async ({ search_reviews }) => {
      const { total, reviews } = await search_reviews({ mentions_technician: 'Elena' });
      return [total, idsOf(reviews)];
    },
    right: ({ reviews }) => {
      const hers = reviews.filter(mentions('Elena Muñoz'));
      return [hers.length, idsOf(hers)];
    },
    tokens: 2_300,
  },
  {
    question: 'Is Elena any good?',
    ask: async ({ get_insights }) => {
      const { entity } = await get_insights({ entity: 'Elena' });
      return [entity?.name, entity?.reviewCount, entity?.averageRating];
    },
    right: ({ reviews }) => {
      const hers = reviews.filter(mentions('Elena Muñoz'));
      return ['Elena Muñoz', hers.length, meanOf(hers)];
    },
    tokens: 350,
  },
  {
    question: 'How many reviews mention Tomas Beltran, and how do they rate? (without the accents)',
    ask: async ({ get_review_stats }) => {
      const { total, averageRating } = await get_review_stats({
        mentions_technician: 'tomas beltran',
      });
      return [total, averageRating];
    },
    right: ({ reviews }) => {
      const his = reviews.filter(mentions('Tomás Beltrán'));
      return [his.length, meanOf(his)];
    },
    tokens: 150,
  },
  {
    question: 'Which attorneys are praised, and which paralegal most?',
    ask: async ({ get_insights }) => {
      const { entities = [] } = await get_insights({ section: 'entities' });
      const praised = entities
        .filter(({ positiveReviewCount }) => positiveReviewCount > 0)
        .sort((a, b) => b.positiveReviewCount - a.positiveReviewCount);
      const [first] = idsOf(praised.filter(isCalled(/paralegal/i)));
      return [...idsOf(praised.filter(isCalled(/attorney/i))), ...(first ? [first] : [])];
    },
    read: ({ insights }) => {
      const { technicians } = insights.entities;
      const praised = peopleThat('positive');
      const [first = ''] = among(praised, idsOf(technicians.filter(isCalled(/paralegal/i)))).both;
      return among(praised, [first, ...idsOf(technicians.filter(isCalled(/attorney/i)))]);
    },
    tokens: 2_300,
  },
  {
    question: 'Is anybody of the staff criticized by name?',
    ask: async ({ get_insights, follow }) => {
      const { hints } = await get_insights({ aspect: 'staff' });
      const { reviews } = await follow(hints, /^Read the /);
      return mostOften(opinionsIn(reviews).filter(isCriticism).flatMap(namedIn));
    },
    read: () => peopleThat('negative'),
    tokens: 6_200,
  },
  {
    question: 'How is David? (two people are called so)',
    ask: async ({ refusal, get_insights }) => {
      const message = await refusal('get_insights', { entity: 'David' });
      const names = ['David Okafor', 'David Brandt'].filter((name) => message.includes(name));
      const both = await Promise.all(names.map((entity) => get_insights({ entity })));
      return both.map(({ entity }) => [entity?.name, entity?.reviewCount, entity?.averageRating]);
    },
    right: ({ reviews }) =>
      ['David Okafor', 'David Brandt'].map((name) => {
        const his = reviews.filter(mentions(name));
        return [name, his.length, meanOf(his)];
      }),
    tokens: 550,
  },
  {
    question: 'Do people criticize Ms. Whitfield?',
    ask: async ({ get_insights }) => {
      const { entity } = await get_insights({ entity: 'Ms. Whitfield' });
      return entity?.negativeReviewCount ? [entity.id] : [];
    },
    read: () => among(peopleThat('negative'), ['grace-whitfield']),
    tokens: 350,
  },
];
