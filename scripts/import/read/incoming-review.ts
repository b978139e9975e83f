import type { SourceField } from '#dataset/schema/source-digest.ts';
import type { AspectSentiment, StoredReview } from '#dataset/schema/stored-review.ts';

/** A review as an export states it, in our terms, before it meets what is stored. */
export type IncomingReview = {
  /** Where it stands, for the report: "line 14" or "reviews.json, review 3". */
  readonly place: string;
  readonly sourceName: string;
  /** The source's own id, where it has one. */
  readonly sourceId: string | undefined;
  /** What the review id is a hash of: the source's id, or author, date and text. */
  readonly key: string;
  /** The whole name, or undefined of an anonymous author. Only a short form is ever stored. */
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
  /** Whether the source vouches for its author; undefined where it does not say. */
  readonly isVouched?: boolean | undefined;
  /** These are the editors' own once the review is stored. */
  readonly relationship?: StoredReview['relationship'] | undefined;
  readonly technicians?: readonly string[] | undefined;
  readonly aspects?: Readonly<Record<string, AspectSentiment>> | undefined;
  /** When the source last changed it, in milliseconds, to choose between two copies. */
  readonly changedAt?: number | undefined;
  /** The parts that the source has, but that cannot be read: what is stored of them stays. */
  readonly unreadable?: ReadonlySet<SourceField> | undefined;
  readonly notes: readonly Note[];
};

export type Skipped = {
  readonly place: string;
  readonly reason: string;
  /** The review id, where the entry has one: it is then not missing from the export. */
  readonly id?: string | undefined;
};

export type ReviewExport = {
  readonly reviews: readonly IncomingReview[];
  readonly skipped: readonly Skipped[];
  readonly remarks: readonly string[];
  /**
   * The parts that it can hold, so that where one is missing the source has none: without a reply
   * in the export, the stored one goes. Of all other parts it says nothing, and they stay.
   */
  readonly speaksOf: ReadonlySet<SourceField>;
  /** True where the source itself says that there are more reviews than these. */
  readonly isPartial: boolean;
};

/** The reply to a review; without a date it is left out, and no date is before the review's. */
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

/** What an import had to adjust in a review it kept; the report counts each kind. */
export const NOTES = {
  'rating-rounded': 'the rating lay between half stars and was rounded to the nearest one',
  'rating-raised': 'the rating lay below one star on our scale and was raised to one star',
  'control-characters': 'control characters or broken characters were removed',
  'directions-removed':
    'characters that turn the reading direction (U+202A to U+202E, U+2066 to U+2069) were removed',
  'tags-removed': 'tag characters (U+E0000 to U+E007F) outside emoji flags were removed',
  'invisible-removed': 'invisible characters (such as U+200B, U+2060, U+FEFF) were removed',
  'marks-cut': 'more than 30 combining marks in a row were cut to 30',
  'html-read': 'the export holds HTML, which was made plain text',
  'translation-dropped':
    'Google’s translation was left out and the original kept; set inLanguage where it is not the language of the business',
  'only-translated': 'only Google’s translation is in the export and was kept',
  'reply-undated': 'the reply was left out, for it has no date that can be read',
  'reply-date-raised': 'the reply is dated before the review and was given the date of the review',
  'email-dropped': 'an e-mail address stood where a name or an id belongs and was dropped',
  'url-dropped': 'the URL was left out, for it is not an absolute http or https URL',
  'language-dropped': 'the language was left out, for it is not a tag such as en or es-MX',
  'modified-dropped': 'the date of the last change was left out, for it cannot be read',
  'verified-unclear':
    'whether the source verified it is neither yes nor no, so that it stays pending',
  'relationship-dropped':
    'the relationship was left out, for it is not none, employee, family or incentivized; set it in the file where there is one',
  'aspect-dropped': 'the stars of an aspect were left out, for they are not from 1 to 5',
  'line-shortened': 'a name or title was longer than the limit and was shortened',
  'rating-alike':
    'a rating without text has the name, the day and the stars of another review from its source; if the two are one, remove one of them',
  'future-date': 'the date lies in the future; check the time zone and the date format',
} as const;
export type Note = keyof typeof NOTES;
