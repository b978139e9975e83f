import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { scoreInterval } from '#insights/score.ts';
import { keywordsOf } from './naive-keywords.ts';
import { type Mention, type Naming, quotesOf, type Review, type Said } from './naive-quotes.ts';

/** Tells which terms of an aspect occur in a text. */
export type TermsIn = (aspect: string, text: string) => readonly string[];

/** What is asked of others, which have tests of their own: what words say, not how often. */
export type Reading = Naming & {
  /** The terms of an aspect in a text. */
  readonly termsIn: TermsIn;
  /** What the terms of each aspect weigh in a text. */
  readonly weightsIn: (text: string) => ReadonlyMap<string, number>;
  /** The reviews that editors want quoted for an aspect, or not. */
  readonly wishes: ReadonlyMap<string, { readonly pin: string[]; readonly veto: string[] }>;
};

type Named = { readonly id: string; readonly name: string; readonly aliases: readonly string[] };

const half = (sum: number, count: number) => {
  if (count === 0) return 0;
  const rounded = Math.floor((2000 * Math.abs(sum) + count) / (2 * count)) / 1000;
  return sum < 0 && rounded > 0 ? -rounded : rounded;
};

/** How many reviews judge something, on either side or both, and their score where there are enough. */
const judging = (praising: ReadonlySet<string>, blaming: ReadonlySet<string>, count: number) => {
  const both = praising.union(blaming).size;
  return {
    judgingReviewCount: both,
    positiveReviewCount: praising.size,
    negativeReviewCount: blaming.size,
    score: both >= 30 ? half(praising.size - blaming.size, count) : null,
  };
};

const averageOf = (reviews: readonly Review[]) => {
  if (reviews.length === 0) return null;
  const hundredths = reviews.reduce((sum, review) => sum + review.reviewRating.ratingValue, 0);
  return Math.floor((hundredths * 200 + reviews.length) / (2 * reviews.length)) / 100;
};

const labeled = (said: readonly Said[], label: Mention['sentiment']) =>
  said.filter(({ mention }) => mention.sentiment === label);

/** How many reviews say one thing or another. */
const saying = (said: readonly Said[], ...labels: Mention['sentiment'][]) =>
  new Set(labels.flatMap((label) => labeled(said, label)).map(({ review }) => review.id));

/** What some reviews say of the business. */
const saidIn = (reviews: readonly Review[]): Said[] =>
  reviews.flatMap((review) =>
    (review.aspects ?? [])
      .filter(({ about }) => about === 'business')
      .map((mention) => ({ review, mention })),
  );

/** What some reviews say of one of the people. */
const saidOf = (id: string, reviews: readonly Review[]): Said[] =>
  reviews.flatMap((review) =>
    (review.people ?? []).filter((one) => one.id === id).map((mention) => ({ review, mention })),
  );

function tallyOf(said: readonly Said[]) {
  const count = new Set(said.map(({ review }) => review.id)).size;
  return {
    reviewCount: count,
    mentionCount: said.length,
    positive: labeled(said, 'positive').length,
    neutral: labeled(said, 'neutral').length,
    negative: labeled(said, 'negative').length,
    ...judging(saying(said, 'positive', 'mixed'), saying(said, 'negative', 'mixed'), count),
  };
}

const quarterOf = ({ review }: Said) => {
  const month = new Date(review.datePublished).getUTCMonth();
  return `${review.datePublished.slice(0, 4)}-Q${Math.floor(month / 3) + 1}`;
};

function aspectFigures(id: string, reviews: readonly Review[], reading: Reading) {
  const said = saidIn(reviews).filter(({ mention }) => mention.id === id);
  const own = reviews.filter((review) => said.some((one) => one.review === review));
  const [praising, blaming] = [
    saying(said, 'positive', 'mixed'),
    saying(said, 'negative', 'mixed'),
  ];
  const mixed = praising.intersection(blaming).size;
  const figures = tallyOf(said);
  const interval = scoreInterval(praising.size - mixed, blaming.size - mixed, own.length);
  const [low, high] = interval;
  return {
    ...figures,
    mixedReviewCount: mixed,
    interval,
    averageRating: averageOf(own),
    sampleSize: figures.score !== null && high - low <= 0.5 ? 'ok' : 'low',
    keywords: keywordsOf(id, reviews, reading.termsIn),
    trend: [...new Set(said.map(quarterOf))].sort().map((period) => {
      return { period, ...tallyOf(said.filter((each) => quarterOf(each) === period)) };
    }),
  };
}

/** The ten newest of the reviews that criticize, where no quote does. */
const unquoted = (
  quotes: readonly { readonly sentiment: string }[],
  critical: ReadonlySet<string>,
  reviews: readonly Review[],
) =>
  quotes.some(({ sentiment }) => sentiment === 'negative')
    ? []
    : reviews.flatMap(({ id }) => (critical.has(id) ? [id] : [])).slice(0, 10);

/** The quotes of all aspects, which share their reviews. */
function aspectQuotes(ids: readonly string[], reviews: readonly Review[], reading: Reading) {
  const things = ids.map((id) => ({
    said: saidIn(reviews).filter(({ mention }) => mention.id === id),
    ...(reading.wishes.get(id) ?? { pin: [], veto: [] }),
    isNaming: () => false,
    worthOf: ({ review, mention }: Said) => {
      const weights = reading.weightsIn(mention.quote);
      const weight = weights.get(id) ?? 1;
      const others = saidIn([review])
        .map((one) => one.mention)
        .filter((one) => one.id !== id && one.start === mention.start && one.end === mention.end);
      const heaviest = others.reduce((most, one) => Math.max(most, weights.get(one.id) ?? 0), 0);
      const words = mention.quote.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== '').length;
      const density = Math.min(1, (weight * 12) / words);
      const worth = (weight / (weight + 0.5)) * (1 - heaviest / weight / 4) * density;
      return heaviest > weight ? 0 : worth;
    },
  }));
  return quotesOf(things, { positive: 3, negative: 2 }, reading);
}

function sentimentOf(reviews: readonly Review[]) {
  const count = (label: string) =>
    reviews.filter(({ sentiment }) => sentiment?.label === label).length;
  const [positive, neutral, negative] = [count('positive'), count('neutral'), count('negative')];
  const mixed = count('mixed');
  const all = positive + neutral + negative + mixed;
  const score = positive + negative >= 30 ? half(positive - negative, all) : null;
  return { positive, neutral, negative, mixed, score };
}

/** The folded words of a text between single spaces. */
const spaced = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;

function entityFigures(
  { id, name, aliases }: Named,
  own: readonly Review[],
  aspects: readonly string[],
  isPerson: boolean,
  reading: Reading,
) {
  const isNaming = ({ quote }: Said['mention']) =>
    isPerson || [name, ...aliases].some((one) => spaced(quote).includes(spaced(one)));
  const analysed = own.filter(({ sentiment }) => sentiment);
  const said = isPerson ? saidOf(id, own) : saidIn(own);
  const ofThem = isPerson ? saidOf(id, analysed) : saidIn(analysed);
  const labeled = (label: string) =>
    new Set(own.filter(({ sentiment }) => sentiment?.label === label).map(({ id }) => id));
  const [praising, blaming] = isPerson
    ? [saying(ofThem, 'positive', 'mixed'), saying(ofThem, 'negative', 'mixed')]
    : [labeled('positive'), labeled('negative')];
  const mentioning = (id: string) =>
    new Set(saidIn(own).flatMap(({ review, mention }) => (mention.id === id ? [review.id] : [])))
      .size;
  const shown = { said, pin: [], veto: [], isNaming };
  const worthOf = ({ mention }: Said) => (isNaming(mention) ? 1 : 0.7);
  const quotes = quotesOf([{ ...shown, worthOf }], { positive: 2, negative: 1 }, reading)[0] ?? [];
  return {
    reviewCount: own.length,
    analysedReviewCount: analysed.length,
    averageRating: averageOf(own),
    lastMentioned:
      own
        .map(({ datePublished }) => datePublished)
        .toSorted()
        .at(-1) ?? null,
    ...judging(praising, blaming, analysed.length),
    topAspects: aspects
      .filter((id) => mentioning(id) > 0)
      .sort((a, b) => mentioning(b) - mentioning(a))
      .slice(0, 3),
    quotes,
    unquotedCriticism: unquoted(quotes, blaming, own),
  };
}

type Figures = ReturnType<typeof aspectFigures> & {
  readonly id: string;
  readonly quotes: readonly { readonly sentiment: string; readonly reviewId: string }[];
};

/** Which aspects the template tells of, and by which reviews; its words have tests of their own. */
function findingsOf(
  aspects: readonly Figures[],
  side: 'positive' | 'negative',
  firstOf: (aspect: string) => string | undefined,
) {
  const countOf = (aspect: Figures) => aspect[`${side}ReviewCount`];
  return aspects
    .filter((aspect) => countOf(aspect) >= 2)
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, 3)
    .map(({ id, quotes }) => ({
      aspect: id,
      evidence: [quotes.find((quote) => quote.sentiment === side)?.reviewId ?? firstOf(id)],
    }));
}

/**
 * insights.json without its answers, counted again from reviews.json by plain loops over everything. What
 * editors call things, and say in prose, is taken from the document itself.
 */
export function recount(
  { reviews, dateModified, business }: ReviewsDocument,
  {
    entities,
    methodology,
    accuracy,
    $schema,
    schemaVersion,
    summary,
    ...document
  }: InsightsDocument,
  reading: Reading,
) {
  const dates = reviews.map(({ datePublished }) => datePublished).toSorted();
  const [from, to] = [dates[0], dates.at(-1)];
  const texts = reviews.filter(({ reviewBody }) => reviewBody !== '');
  const passed = texts.filter(({ sentiment }) => sentiment === undefined);
  const notAnalysed = [...new Set(passed.map(({ inLanguage }) => inLanguage))]
    .map((inLanguage) => ({
      inLanguage,
      reviewCount: passed.filter((review) => review.inLanguage === inLanguage).length,
    }))
    .sort((a, b) => b.reviewCount - a.reviewCount || (a.inLanguage < b.inLanguage ? -1 : 1));
  const ids = document.aspects.map(({ id }) => id);
  const quotes = aspectQuotes(ids, reviews, reading);
  const saidOf = (id: string) => saidIn(reviews).filter(({ mention }) => mention.id === id);
  const critical = (id: string) => saying(saidOf(id), 'negative', 'mixed');
  const praising = (id: string) => saying(saidOf(id), 'positive', 'mixed');
  const aspects = document.aspects.map(({ id, name, description }, index) => ({
    ...{ id, name, description },
    ...aspectFigures(id, reviews, reading),
    quotes: quotes[index] ?? [],
    unquotedCriticism: unquoted(quotes[index] ?? [], critical(id), reviews),
  }));
  const figuresOf = (
    entity: Named,
    idsIn: (review: Review) => readonly string[],
    isPerson = false,
  ) => {
    const own = reviews.filter((review) => idsIn(review).includes(entity.id));
    return { ...entity, ...entityFigures(entity, own, ids, isPerson, reading) };
  };
  const firstOf = (ids: ReadonlySet<string>) => reviews.find(({ id }) => ids.has(id))?.id;
  return {
    $schema,
    schemaVersion,
    dateModified,
    business: { id: business.id, name: business.name },
    period: from === undefined ? null : { from, to },
    reviewCount: reviews.length,
    textReviewCount: texts.length,
    methodology: {
      ...methodology,
      coverage: {
        textReviewCount: texts.length,
        analysedReviewCount: texts.length - passed.length,
        notAnalysed,
      },
    },
    sentiment: sentimentOf(reviews),
    accuracy,
    aspects,
    entities: {
      technicians: entities.technicians.map((entity) =>
        figuresOf(entity, (review) => review.mentionedTechnicianIds, true),
      ),
      services: entities.services.map((entity) =>
        figuresOf(entity, ({ mentionedServices }) => mentionedServices),
      ),
      serviceAreas: entities.serviceAreas.map((entity) =>
        figuresOf(entity, ({ mentionedServiceAreas }) => mentionedServiceAreas),
      ),
    },
    findings:
      summary.generatedBy === 'human'
        ? undefined
        : {
            strengths: findingsOf(aspects, 'positive', (id) => firstOf(praising(id))),
            concerns: findingsOf(aspects, 'negative', (id) => firstOf(critical(id))),
          },
  };
}
