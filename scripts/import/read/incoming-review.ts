import type { SourceField } from '#dataset/schema/source-digest.ts';
import type { AspectSentiment, StoredReview } from '#dataset/schema/stored-review.ts';

/** A review as an export states it, in our terms, before it is compared with stored ones. */
export type IncomingReview = {
  /** Its place, for the report: "line 14" or "reviews.json, review 3". */
  readonly place: string;
  readonly sourceName: string;
  /** The source's own id, if it has one. */
  readonly sourceId: string | undefined;
  /** The input of the hash in the review id: the source's id, or author, date and text. */
  readonly key: string;
  /** The whole name, or undefined for an anonymous author. Only a short form is ever stored. */
  readonly authorName: string | undefined;
  readonly datePublished: string;
  readonly dateCreated?: string | undefined;
  readonly dateModified?: string | undefined;
  readonly rating: number;
  readonly name?: string | undefined;
  readonly reviewBody: string;
  readonly inLanguage?: string | undefined;
  readonly url?: string | undefined;
  readonly ownerReply?: { readonly text: string; readonly datePublished: string } | undefined;
  /** True if the source vouches for its author; undefined if it does not say. */
  readonly isVouched?: boolean | undefined;
  /** These are the editors' own once the review is stored. */
  readonly relationship?: StoredReview['relationship'] | undefined;
  readonly technicians?: readonly string[] | undefined;
  readonly aspects?: Readonly<Record<string, AspectSentiment>> | undefined;
  /** The time of the source's last change, in milliseconds, to choose between two copies. */
  readonly changedAt?: number | undefined;
  /** The parts that the source has, but that cannot be read: their stored values stay. */
  readonly unreadable?: ReadonlySet<SourceField> | undefined;
  readonly notes: readonly Note[];
};

export type Skipped = {
  readonly place: string;
  readonly reason: string;
  /** The review id, if the entry has one: it is then not missing from the export. */
  readonly id?: string | undefined;
};

export type ReviewExport = {
  readonly reviews: readonly IncomingReview[];
  readonly skipped: readonly Skipped[];
  readonly remarks: readonly string[];
  /**
   * The parts that it can contain, so that a missing one is absent at the source: without a reply
   * in the export, the stored one goes. All other parts stay.
   */
  readonly speaksOf: ReadonlySet<SourceField>;
  /** True if the source itself reports more reviews than these. */
  readonly isPartial: boolean;
};

/**
 * Returns the reply to a review; without a date it is omitted, and no date is before the review's.
 */
export function replyOf(
  text: string,
  replied: string | undefined,
  datePublished: string,
  { notes, unreadable }: { readonly notes: Note[]; readonly unreadable: Set<SourceField> },
): IncomingReview['ownerReply'] {
  if (text === '') return undefined;
  if (replied === undefined) {
    notes.push('reply-undated');
    unreadable.add('ownerReply');
    return undefined;
  }
  if (replied >= datePublished) return { text, datePublished: replied };
  notes.push('reply-date-raised');
  return { text, datePublished };
}

/** Adjustments that an import made in a review; the report counts each kind. */
export const NOTES = {
  'rating-rounded': 'the rating was between half stars and was rounded to the nearest one',
  'rating-raised': 'the rating was below one star on our scale and was raised to one star',
  'control-characters': 'control characters or broken characters were removed',
  'directions-removed':
    'characters that turn the reading direction (U+202A to U+202E, U+2066 to U+2069) were removed',
  'tags-removed': 'tag characters (U+E0000 to U+E007F) outside emoji flags were removed',
  'invisible-removed': 'invisible characters (such as U+200B, U+2060, U+FEFF) were removed',
  'marks-cut': 'more than 30 combining marks in a row were cut to 30',
  'html-read': 'the export contains HTML, which was converted to plain text',
  'translation-dropped':
    'Google’s translation was omitted and the original kept; set inLanguage if it is not the language of the business',
  'only-translated': 'only Google’s translation is in the export and was kept',
  'reply-undated': 'the reply was omitted, because it has no readable date',
  'reply-date-raised': 'the reply is dated before the review and was given the date of the review',
  'email-dropped': 'an e-mail address was in the place of a name or an id and was dropped',
  'url-dropped': 'the URL was omitted, because it is not an absolute http or https URL',
  'language-dropped': 'the language was omitted, because it is not a tag such as en or es-MX',
  'modified-dropped': 'the date of the last change was omitted, because it cannot be read',
  'verified-unclear': 'its verification at the source is neither yes nor no, so it stays pending',
  'relationship-dropped':
    'the relationship was omitted, because it is not none, employee, family or incentivized; set it in the file if there is one',
  'aspect-dropped': 'the stars of an aspect were omitted, because they are not from 1 to 5',
  'line-shortened': 'a name or title was longer than the limit and was shortened',
  'rating-alike':
    'a rating without text has the name, the day and the stars of another review from its source; if the two are one, remove one of them',
  'future-date': 'the date is in the future; check the time zone and the date format',
} as const;
export type Note = keyof typeof NOTES;
