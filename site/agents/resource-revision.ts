/** A resource of one release. Its text is made only when it is read. */
export type ResolvedResource = {
  /** As it is listed. */
  readonly uri: string;
  readonly mimeType: string;
  /** The entity tag that HTTP sends for the same bytes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  readonly text: () => string;
};
