/**
 * Puts parameters behind the query that a target has: what is there stays as it is, also where a
 * name occurs twice then (WebSub §5.1.1). Ours are written as application/x-www-form-urlencoded.
 */
export function appendQuery(
  target: string,
  parameters: readonly (readonly [string, string])[],
): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  if (query === '') return target;
  const mark = target.indexOf('?');
  if (mark === -1) return `${target}?${query}`;
  // A question mark further on belongs to a value.
  const isOpen = mark === target.length - 1 || target.endsWith('&');
  return isOpen ? target + query : `${target}&${query}`;
}
