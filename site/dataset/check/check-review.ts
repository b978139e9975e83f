import { memoize } from '#dataset/memoize.ts';
import { BODY } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Located } from '../content.ts';
import {
  type ContentProblem,
  type Finding,
  type Position,
  placeFindings,
  positionIn,
  warningAt,
} from '../content-problem.ts';

type LocatedReview = Located<StoredReview>;

const NONE: readonly never[] = [];

/** Checks each review once. Most have no problems and share one empty list, which is faster. */
export function checkOnce(
  check: (review: LocatedReview) => readonly ContentProblem[],
): (review: LocatedReview) => readonly ContentProblem[] {
  return memoize((review) => {
    const problems = check(review);
    return problems.length > 0 ? problems : NONE;
  });
}

/** Finds the problems that a review has by itself. */
export const checkReview = checkOnce((review) => [
  ...checkDates(review),
  ...checkPrivacy(review),
  ...checkVetoes(review),
  ...checkKeys(review, review.value.reviewBody),
]);

/** A line that is a key of a front matter, and hardly one of a customer's words. */
const KEY_LINE =
  /^(?:(?:ownerReply|date(?:Published|Created|Modified)|inLanguage|serviceAreas):|rating: *\d(?:\.\d)?[ \t]*$|(?:author|source): *(?:\{|\n[ \t]+name:)|verification: *(?:\{|\n[ \t]+status:)|(?:aspects|services|technicians|quotes): *[[{])/m;

/** Warns of keys below the front matter, such as a second review: they are published as text. */
export function checkKeys(source: Located<unknown>, text: string): ContentProblem[] {
  const index = text.search(KEY_LINE);
  if (index < 0) return [];
  const message =
    'this line is published as part of the text; move it above the second ---, and another review into a file of its own';
  return [warningAt(source.file, placeIn(source, text, index), message)];
}

/** Returns the place of an offset in the text below a front matter. */
function placeIn(source: Located<unknown>, text: string, offset: number): Position {
  const begin = source.openPlaces()([BODY]);
  const { line, column } = positionIn(text, offset);
  const indent = line === 1 ? begin.column - 1 : 0;
  return { line: begin.line + line - 1, column: indent + column };
}

/** The dates of a review and its reply must be in order. */
function checkDates(review: LocatedReview): ContentProblem[] {
  const { datePublished, dateModified, ownerReply: reply } = review.value;
  const replied = reply?.datePublished;
  const ofReview = 'the date of the review';
  const ofReply = replied === undefined ? ofReview : 'ownerReply.datePublished';
  const dates = [
    [['dateModified'], dateModified, 'datePublished', datePublished],
    [['ownerReply', 'datePublished'], replied, ofReview, datePublished],
    [['ownerReply', 'dateModified'], reply?.dateModified, ofReply, replied ?? datePublished],
  ] as const;
  const findings = dates.flatMap(([path, date, name, earlier]): Finding[] => {
    if (date === undefined || earlier === undefined || date >= earlier) return [];
    const message = `${path.join('.')}: is earlier than ${name}, ${earlier}; correct one of the two`;
    return [{ path, message }];
  });
  return placeFindings(review, findings);
}

// The lookbehinds keep a search from restarting inside a run, so time stays linear.
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/;
const TELEPHONE = /(?<!\d)(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/;
const MONEY = /[$€£]\s?\d|(?<![\w,.])\d[\d,.]*\s?(?:dollars|USD|euros)\b/i;

/** The first likely contact data in a text, email addresses first, and its place. */
export function findContact(
  text: string,
): { readonly kind: string; readonly index: number } | undefined {
  const email = EMAIL.exec(text);
  if (email) return { kind: 'an email address', index: email.index };
  const telephone = TELEPHONE.exec(text);
  return telephone ? { kind: 'a telephone number', index: telephone.index } : undefined;
}

/**
 * Warns of content that an editor should look at before it is public: contact data in a review, and
 * facts of a case in a reply by the owner, who owes the client confidentiality (ABA Model Rule
 * 1.6). The warning states the place, never the text: logs are read by more people than editors.
 */
function checkPrivacy(review: LocatedReview): ContentProblem[] {
  const { file, value } = review;
  if (value.verification.status !== 'verified') return [];
  const contact = findContact(value.reviewBody);
  const message = `the text seems to contain ${contact?.kind}; withhold it or ask the author`;
  const place = contact && placeIn(review, value.reviewBody, contact.index);
  const tellsMoney = MONEY.test(value.ownerReply?.text ?? '');
  const money = { path: ['ownerReply', 'text'], message: TELLS_MONEY };
  return [
    ...(place ? [warningAt(file, place, message)] : []),
    ...placeFindings(review, tellsMoney ? [money] : [], warningAt),
  ];
}

const TELLS_MONEY =
  'ownerReply.text: names an amount of money; a reply must not disclose facts of a case; delete the amount';

/** Warns of phrases that must not be quoted but do not occur; it omits them, as they may be private. */
function checkVetoes(review: LocatedReview): ContentProblem[] {
  const { quotes, reviewBody } = review.value;
  if (quotes === undefined || quotes === 'never') return [];
  const text = fold(reviewBody);
  const findings = quotes.flatMap((phrase, index): Finding[] => {
    if (text.includes(fold(phrase))) return [];
    const message = `quotes.${index}: does not occur in the text, so it keeps nothing from being quoted; write it as the review does`;
    return [{ path: ['quotes', index], message }];
  });
  return placeFindings(review, findings, warningAt);
}
