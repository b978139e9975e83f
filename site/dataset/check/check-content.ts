import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Edit } from '#dataset/edits/list-edit.ts';
import { nameOf } from '#dataset/explain/describe-issue.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { ParsedFolder } from '#dataset/read/parse-content.ts';
import { readContent } from '#dataset/read/read-content.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Content, Draft, Located } from '../content.ts';
import {
  ContentError,
  type ContentProblem,
  type Finding,
  isError,
  limitProblems,
  placeFindings,
  problemAt,
  warningAt,
} from '../content-problem.ts';
import { createDayOf, type DayOf, dayAfter, isLater } from '../zoned-day.ts';
import { checkEvidence, checkFindings } from './check-evidence.ts';
import { checkIdentity, ReviewIds } from './check-identity.ts';
import { createReferenceCheck, definitionsOf } from './check-references.ts';
import { checkFences, checkReview, ReviewProblems } from './check-review.ts';
import { checkStarter } from './check-starter.ts';
import { ReceivedReviews, summaryOf } from './received-reviews.ts';

/** Content that can be published, with warnings for its editors. */
export type LoadedContent = {
  readonly content: Content;
  readonly warnings: readonly ContentProblem[];
  /** `aspects.yaml`, with its places. */
  readonly aspects: Located<ResolvedAspects> | undefined;
};

/** Called now and then with how many of the files are parsed. */
type Report = (done: number, of: number) => void;

/** Reads and checks a content folder, as `checkContent` checks files. */
export function loadContent(root: string, now?: Date, report?: Report): LoadedContent {
  const { files, problems } = readContent(root);
  return checkContent(files, problems, now, report);
}

/**
 * Checks files that have been read. Throws a ContentError with every error of every file. If `now` is
 * given, dates in the future are errors, too; what is published must not depend on it.
 */
export function checkContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[] = [],
  now?: Date,
  report?: Report,
): LoadedContent {
  const checker = new ContentChecker();
  checker.update({ removed: [], added: files }, report);
  const { edit: _, ...loaded } = checker.check(readProblems, now);
  return loaded;
}

/**
 * Checks a folder edit by edit, with the results of `checkContent`. It also follows edits that are
 * refused: an accepted check returns the edit of the reviews since the last accepted one.
 */
export class ContentChecker {
  readonly #folder = new ParsedFolder();
  readonly #ids = new ReviewIds();
  readonly #received = new ReceivedReviews();
  readonly #ownProblems = new ReviewProblems(checkReview);
  readonly #later: LaterDates;
  #references = new ReviewProblems(() => []);
  /** What the references were checked against. */
  #definitions = '';

  /** `later`: what a date after tomorrow is, where the time is known. */
  constructor(later: 'an error' | 'a warning' = 'an error') {
    this.#later = new LaterDates(later === 'an error' ? problemAt : warningAt);
  }

  /** Applies an edit of the files. If one cannot be read, it throws and changes nothing. */
  update(files: Edit<ContentFile>, report?: Report): void {
    const edit = this.#folder.update(files, report);
    this.#ids.update(edit);
    this.#received.update(edit);
    this.#ownProblems.update(edit);
    this.#references.update(edit);
    this.#later.update(edit);
  }

  /** All files as they are parsed, checked or not. */
  draft(readProblems: readonly ContentProblem[]): Draft {
    return this.#folder.draft(readProblems);
  }

  /** Checks the whole. Throws a ContentError. */
  check(
    readProblems: readonly ContentProblem[] = [],
    now?: Date,
  ): LoadedContent & { readonly edit: Edit<StoredReview> } {
    const draft = this.#folder.draft(readProblems);
    const definitions = definitionsOf(draft);
    const key = JSON.stringify(definitions);
    if (key !== this.#definitions) {
      this.#references = new ReviewProblems(createReferenceCheck(definitions), draft.reviews);
      this.#definitions = key;
    }
    this.#received.follow(draft);
    const problems = limitProblems([
      ...draft.problems,
      ...(draft.business ? checkStarter(draft.business) : []),
      ...checkIdentity(draft, this.#ids),
      ...this.#received.warnings,
      ...this.#ownProblems.all,
      ...this.#references.all,
      ...checkEvidence(draft, this.#ids),
      ...checkFindings(draft),
      ...(draft.summary ? checkFences(draft.summary, draft.summary.value.text) : []),
      ...(now ? this.#later.check(draft, now) : []),
    ]);
    if (!draft.business || problems.some(isError)) throw new ContentError(problems);
    const content: Content = {
      business: draft.business.value,
      technicians: draft.technicians?.value ?? [],
      services: draft.services?.value ?? [],
      serviceAreas: draft.serviceAreas?.value ?? [],
      aspects: draft.aspects?.value.aspects ?? [],
      others: draft.aspects?.value.others ?? [],
      questions: draft.questions?.value ?? [],
      summary: summaryOf(draft),
      removals: draft.removals?.value ?? [],
      reviews: this.#received.list(draft.reviews),
    };
    const edit = this.#received.takeEdit();
    return { content, warnings: problems, aspects: draft.aspects, edit };
  }
}

/** A date of the content, if present, and its place. */
type Dated = readonly [path: readonly PropertyKey[], date: string | undefined];

type Place = typeof problemAt;

/** No date may lie after tomorrow where the business is: elsewhere that day may have begun. */
class LaterDates {
  readonly #place: Place;
  /** What the reviews were compared with. */
  #key = '';
  #ofReviews = new ReviewProblems(() => []);

  constructor(place: Place) {
    this.#place = place;
  }

  update(edit: Edit<Located<StoredReview>>): void {
    this.#ofReviews.update(edit);
  }

  check({ business, summary, questions, removals, reviews }: Draft, now: Date): ContentProblem[] {
    if (!business) return [];
    const { timeZone } = business.value;
    const dayOf = createDayOf(timeZone);
    const tomorrow = dayAfter(dayOf(now));
    const check = <Value>(
      source: Located<Value> | undefined,
      datesOf: (value: Value) => Iterable<Dated>,
    ) => {
      if (!source) return [];
      return placeFindings(
        source,
        findLater(datesOf(source.value), tomorrow, source.value),
        this.#place,
      );
    };
    const key = `${tomorrow} ${timeZone}`;
    if (key !== this.#key) {
      const checkOne = (review: Located<StoredReview>) =>
        check(review, (value) => datesOfReview(value, dayOf));
      this.#ofReviews = new ReviewProblems(checkOne, reviews);
      this.#key = key;
    }
    return [
      ...check(business, ({ foundingDate }) => [[['foundingDate'], foundingDate]]),
      ...check(summary, ({ dateModified }) => [[['dateModified'], dateModified]]),
      ...check(questions, (list) =>
        list.map(({ dateModified }, index): Dated => [[index, 'dateModified'], dateModified]),
      ),
      ...check(removals, (list) =>
        list.map(({ dateRemoved }, index): Dated => [[index, 'dateRemoved'], dateRemoved]),
      ),
      ...this.#ofReviews.all,
    ];
  }
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

function* findLater(dates: Iterable<Dated>, tomorrow: string, value: unknown): Generator<Finding> {
  for (const [path, date] of dates) {
    if (date === undefined || !isLater(date, tomorrow)) continue;
    const message = `${nameOf(path, value)}: ${date} is later than tomorrow, ${tomorrow}; correct it`;
    yield { path, message };
  }
}
