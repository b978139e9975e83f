/** A resource of one release. What is sent of it is made only when it is read. */
export type ResolvedResource = {
  /** As it is listed. */
  readonly uri: string;
  readonly mimeType: string;
  /** The entity tag that HTTP sends for the same bytes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  /** The text as it stands between the quotation marks of a JSON string, in pieces. */
  readonly escaped: () => readonly Uint8Array[];
};
