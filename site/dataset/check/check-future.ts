import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft, Located } from '../content.ts';
import type { ContentProblem } from '../content-problem.ts';
import { type Finding, placeFindings } from '../content-problem.ts';
import { createDayOf, type DayOf, dayAfter, isLater } from '../zoned-day.ts';

/** A date of the content, if present, and its place. */
type Dated = readonly [path: readonly PropertyKey[], date: string | undefined];

/**
 * No date may be later than tomorrow in the time zone of the business: elsewhere it may be that day
 * already. Without a business the time zone is unknown.
 */
export function checkFuture(draft: Draft, now: Date): ContentProblem[] {
  const { business, summary, questions, removals, reviews } = draft;
  if (!business) return [];
  const dayOf = createDayOf(business.value.timeZone);
  const tomorrow = dayAfter(dayOf(now));
  const check = <Value>(
    source: Located<Value> | undefined,
    datesOf: (value: Value) => Iterable<Dated>,
  ) => (source ? placeFindings(source, findLater(datesOf(source.value), tomorrow)) : []);
  return [
    ...check(business, ({ foundingDate }) => [[['foundingDate'], foundingDate]]),
    ...check(summary, ({ dateModified }) => [[['dateModified'], dateModified]]),
    ...check(questions, (list) =>
      list.map(({ dateModified }, index): Dated => [[index, 'dateModified'], dateModified]),
    ),
    ...check(removals, (list) =>
      list.map(({ dateRemoved }, index): Dated => [[index, 'dateRemoved'], dateRemoved]),
    ),
    ...reviews.flatMap((review) => check(review, (value) => datesOfReview(value, dayOf))),
  ];
}

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

function* findLater(dates: Iterable<Dated>, tomorrow: string): Generator<Finding> {
  for (const [path, date] of dates) {
    if (date === undefined || !isLater(date, tomorrow)) continue;
    const message = `${path.join('.')}: ${date} is later than tomorrow, ${tomorrow}; correct it`;
    yield { path, message };
  }
}
