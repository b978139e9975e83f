import type { SourceField } from '#dataset/schema/source-fields.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import notes from './import-notes.json' with { type: 'json' };

/** Adjustments that an import made in a review; the report counts each kind. */
export const NOTES = notes;
export type Note = keyof typeof NOTES;

/** A review as an export states it, in our terms, before it is compared with stored ones. */
export type IncomingReview = {
  /** Its place, for the report: "line 14" or "reviews.json, review 3". */
  readonly place: string;
  readonly sourceName: string;
  /** The source's own id, if it has one. */
  readonly sourceId: string | undefined;
  /** The input of the hash in the review id: the source's id, or author, date and text. */
  readonly key: string;
  /** The digest of all cells of its row, by which it is known whatever a map makes of them. */
  readonly row?: string | undefined;
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
  readonly ownerReply?: StoredReview['ownerReply'];
  /** True if the source vouches for its author; undefined if it does not say. */
  readonly isVouched?: boolean | undefined;
  /** The editors' own once the review is stored. */
  readonly technicians?: readonly string[] | undefined;
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
