/** The words of a list, which spaces and line breaks part. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.match(/\S+/g));
}
