import { memoizeLast } from '#dataset/memoize.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { nameOf } from '#dataset/text/name-of.ts';
import type { Draft, Located } from '../content.ts';
import {
  type ContentProblem,
  type Finding,
  placeFindings,
  problemAt,
  warningAt,
} from '../content-problem.ts';
import { createDayOf, type DayOf, dayAfter, isLater } from '../zoned-day.ts';
import { checkOnce } from './check-review.ts';

/** A date of the content, if present, and its place. */
type Dated = readonly [path: readonly PropertyKey[], date: string | undefined];

/** The last date that is allowed, and the severity of a later one. */
type Limit = {
  readonly timeZone: string;
  readonly tomorrow: string;
  readonly later: 'an error' | 'a warning';
};

/** No date may be later than tomorrow where the business is: elsewhere that day may have begun. */
export function checkLater(draft: Draft, now: Date, later: Limit['later']): ContentProblem[] {
  const { business, summary, questions, removals, reviews } = draft;
  if (!business) return [];
  const { timeZone, foundingDate } = business.value;
  const limit = { timeZone, tomorrow: dayAfter(createDayOf(timeZone)(now)), later };
  const changed = questions?.value.map(
    ({ dateModified }, index): Dated => [[index, 'dateModified'], dateModified],
  );
  const removed = removals?.value.map(
    ({ dateRemoved }, index): Dated => [[index, 'dateRemoved'], dateRemoved],
  );
  return [
    ...findLater(business, [[['foundingDate'], foundingDate]], limit),
    ...findLater(summary, [[['dateModified'], summary?.value.dateModified]], limit),
    ...findLater(questions, changed, limit),
    ...findLater(removals, removed, limit),
    ...reviews.flatMap(createReviewCheck(limit)),
  ];
}

const createReviewCheck = memoizeLast(
  (limit: Limit) => JSON.stringify(limit),
  (limit) => {
    const dayOf = createDayOf(limit.timeZone);
    return checkOnce((review) => findLater(review, datesOfReview(review.value, dayOf), limit));
  },
);

function datesOfReview(review: StoredReview, dayOf: DayOf): Dated[] {
  const { datePublished, dateCreated, dateModified, verification, ownerReply } = review;
  return [
    [['datePublished'], datePublished],
    [['dateCreated'], dateCreated && dayOf(new Date(dateCreated))],
    [['dateModified'], dateModified],
    [['verification', 'date'], 'date' in verification ? verification.date : undefined],
    [['ownerReply', 'datePublished'], ownerReply?.datePublished],
    [['ownerReply', 'dateModified'], ownerReply?.dateModified],
  ];
}

function findLater(
  source: Located<unknown> | undefined,
  dates: readonly Dated[] = [],
  { tomorrow, later }: Limit,
): readonly ContentProblem[] {
  const findings = dates.values().flatMap(([path, date]): Finding[] => {
    if (date === undefined || !isLater(date, tomorrow)) return [];
    const name = nameOf(path, source?.value);
    return [{ path, message: `${name}: ${date} is later than tomorrow, ${tomorrow}; correct it` }];
  });
  return placeFindings(source, findings, later === 'an error' ? problemAt : warningAt);
}
