/** A text as it stands between the quotation marks of a JSON string. */
export function escapeJson(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}
