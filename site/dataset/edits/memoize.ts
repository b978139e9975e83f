/** Caches results of a pure function by the identity of objects in use, which must not change. */
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
