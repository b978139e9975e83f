import { Counts } from '#dataset/counts.ts';
import type { Review } from '#dataset/review.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { isSameLanguage } from '#words/formats.ts';
import type { Site } from '../site.ts';

/** A question to the interface, ready to be followed. */
export type Example = { readonly path: string; readonly title: string };

type Entities = {
  readonly [kind in 'technicians' | 'services']: readonly Pick<
    InsightsDocument['entities'][kind][number],
    'id' | 'name' | 'reviewCount'
  >[];
};

/** About how many of the newest reviews the example of `since` fetches. */
const RECENT = 5;

/** Questions that the search and since answer, made from what is published. */
export function exampleQuestions(
  { technicians, services }: Entities,
  newest: readonly Pick<Review, 'datePublished' | 'reviewBody' | 'inLanguage'>[],
  { t, formats, businessLanguage }: Pick<Site, 't' | 'formats' | 'businessLanguage'>,
): Example[] {
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  const recent = newest[Math.min(RECENT, newest.length) - 1];
  const own = newest.filter(({ inLanguage }) => isSameLanguage(inLanguage, businessLanguage));
  const texts = (own.length > 0 ? own : newest).map(({ reviewBody }) => reviewBody);
  const text = commonWord(texts, businessLanguage);
  const examples = [
    text !== undefined && {
      path: `/api/reviews/search?${new URLSearchParams({ words: text, limit: '5' })}`,
      title: t('feeds.examples.search', { text: formats.name(text) }),
    },
    service && {
      path: `/api/reviews/search?mentions_service=${service.id}&min_rating=4`,
      title: t('feeds.examples.service', { name: formats.name(service.name) }),
    },
    technician && {
      path: `/api/reviews/search?mentions_technician=${technician.id}`,
      title: t('feeds.examples.technician', { name: formats.name(technician.name) }),
    },
    recent && {
      path: `/api/reviews/since/${recent.datePublished}`,
      title: t('feeds.examples.since', { date: formats.date(recent.datePublished) }),
    },
  ];
  return examples.flatMap((example) => example || []);
}

/** Shorter words say little of what they are about. */
const ENOUGH_LETTERS = 9;

/** Of the words that are long enough, or else of the longest ones, the one that is in most of the texts. */
function commonWord(texts: readonly string[], language: string): string | undefined {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const counts = new Counts<string>();
  for (const text of texts) {
    const found = [...words.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike);
    for (const word of new Set(found.map(({ segment }) => segment))) {
      if (/^[\p{L}\p{M}]+$/u.test(word)) counts.add(word);
    }
  }
  const letters = (word: string) => Math.min(word.length, ENOUGH_LETTERS);
  const order = (a: string, b: string) =>
    letters(b) - letters(a) ||
    counts.of(b) - counts.of(a) ||
    b.length - a.length ||
    compareTexts(a, b);
  return [...counts.keys()].sort(order)[0];
}

/** Questions that people may put to an agent, made from what is published. */
export function agentQuestions(
  business: string,
  { technicians, services }: Entities,
  { t, formats }: Pick<Site, 't' | 'formats'>,
): string[] {
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  return [
    t('agents.ask.sides', { business: formats.name(business) }),
    ...(technician ? [t('agents.ask.person', { name: formats.name(technician.name) })] : []),
    ...(service ? [t('agents.ask.service', { name: formats.name(service.name) })] : []),
    t('agents.ask.critical'),
    t('agents.ask.quarters'),
  ];
}

function firstMentioned<Entity extends { readonly reviewCount: number }>(
  entities: readonly Entity[],
): Entity | undefined {
  return entities.find(({ reviewCount }) => reviewCount > 0);
}
