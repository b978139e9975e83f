/** A JSON text that is sent twice: as it is, and inside a JSON string for clients that read only text. */
export type ReadyJson = {
  /** The text, in pieces. */
  readonly plain: readonly Uint8Array[];
  /** The same as it stands between the quotation marks of a JSON string, in pieces. */
  readonly escaped: readonly Uint8Array[];
};

/** Makes both forms of a JSON text. */
export function readyJson(text: string): ReadyJson {
  return { plain: [Buffer.from(text)], escaped: [escapeJson(text)] };
}

/** A text as it stands between the quotation marks of a JSON string. */
export function escapeJson(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

/** A ready text whole, as a string. */
export function textOf({ plain }: ReadyJson): string {
  return Buffer.concat(plain).toString('utf8');
}
