import type { SourceField } from '#dataset/source-digest.ts';
import type { Note } from './notes.ts';

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
  /** When the source last changed it, in milliseconds, to choose between two copies. */
  readonly changedAt?: number | undefined;
  /** The parts that the source has, but that cannot be read: what is stored of them stays. */
  readonly unreadable?: ReadonlySet<SourceField> | undefined;
  readonly notes: readonly Note[];
};

/** An entry of an export that is not imported. */
export type Skipped = {
  readonly place: string;
  readonly reason: string;
  /** The review id, where the entry has one: it is then not missing from the export. */
  readonly id?: string | undefined;
};

/** Everything an export says. */
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
