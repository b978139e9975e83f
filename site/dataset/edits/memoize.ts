/**
 * Caches the results of a pure function by object, as long as each object is in use. Objects are
 * compared by identity and must not change.
 */
export function memoize<Subject extends object, Result extends object | string | null>(
  derive: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const results = new WeakMap<Subject, Result>();
  return (subject) => {
    const known = results.get(subject);
    if (known !== undefined) return known;
    const result = derive(subject);
    results.set(subject, result);
    return result;
  };
}
