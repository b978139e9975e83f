import type { Business } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { catalogueFor, languageOf } from '#words/words.ts';
import { addressLink, literalLink, literalQuote, literalWords } from './literal-markdown.ts';

/**
 * Renders a review as Markdown, for language models and for people, in the language of its page. Rejects
 * if there is none.
 */
export async function renderReviewMarkdown(release: ReviewSource, id: string): Promise<Uint8Array> {
  const review = await release.review(id);
  if (!review) throw new Error(`The release has no review ${id}.`);
  const { business } = await release.head();
  return Buffer.from(markdownOf(review, business));
}

/** Renders a review of a business. Names are already Markdown in the words that contain them. */
function markdownOf(review: Review, business: Business): string {
  const { name, author, reviewBody, ownerReply, url } = review;
  const { t } = catalogueFor(languageOf(business));
  const replied = ownerReply?.dateModified ?? ownerReply?.datePublished;
  const blocks = [
    `# ${literalWords(name ?? t('review.by', { author: author.name }))}`,
    listOf(factsOf(review, business)),
    reviewBody === '' ? t('review.withoutText') : literalQuote(reviewBody),
    ...(ownerReply
      ? [
          `## ${[t('review.replyBy', { business: literalWords(business.name) }), replied].filter(Boolean).join(', ')}`,
          literalQuote(ownerReply.text),
        ]
      : []),
    listOf([
      [t('review.page'), addressLink(url)],
      [t('review.record'), addressLink(url.replace(/\/$/, '.json'))],
      [t('review.license'), business.license && addressLink(business.license)],
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

type Fact = readonly [label: string, value: string | undefined];

function factsOf(review: Review, business: Business): Fact[] {
  const { t } = catalogueFor(languageOf(business));
  const { reviewRating, publisher, isBasedOn, verification, relationship } = review;
  const [us, source] = [literalWords(business.name), literalWords(publisher.name)];
  const verified = t(`verification.sentence.${verification.method}`, { business: us, source });
  return [
    [t('review.business'), us],
    [t('review.rating'), t('rating.outOfFiveStars', { value: String(reviewRating.ratingValue) })],
    [t('review.author'), literalWords(review.author.name)],
    [t('review.published'), review.datePublished],
    [t('review.editedByAuthor'), review.dateModified],
    [t('review.source'), isBasedOn ? literalLink(publisher.name, isBasedOn) : source],
    [t('review.verified'), `${verification.date}. ${verified}`],
    [t('review.tie'), relationship && t(`relationship.sentence.${relationship}`, { business: us })],
    [t('review.language'), review.inLanguage],
    [t('entities.people'), review.mentionedTechnicians.map(literalWords).join(', ')],
    [t('entities.services'), namesOf(review.mentionedServices, business.services)],
    [t('entities.places'), namesOf(review.mentionedServiceAreas, business.areaServed)],
  ];
}

type Named = { readonly id: string; readonly name: string };

function namesOf(ids: readonly string[], entities: readonly Named[]): string {
  const names = ids.map((id) => entities.find((entity) => entity.id === id)?.name ?? id);
  return names.map(literalWords).join(', ');
}

/** Returns a list of the facts that have a value. */
function listOf(facts: readonly Fact[]): string {
  return facts.flatMap(([label, value]) => (value ? [`- ${label}: ${value}`] : [])).join('\n');
}
