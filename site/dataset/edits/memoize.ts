/**
 * Remembers what a pure function made of each object, for as long as the object is in use. Objects
 * are known by their identity, so that they must never change.
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
