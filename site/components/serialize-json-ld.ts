/**
 * JSON for a script element. No `<` is left in it, so that neither `</script>` nor `<!--` in a
 * review ends the element or changes how the rest is read (HTML §4.12.1.3).
 */
export function serializeJsonLd(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
