/**
 * Remembers what a function looked up about each object, for as long as the object is in use; who
 * asks meanwhile waits for the same. Objects are known by their identity, so that they must never
 * change. A failure is not remembered: whoever asks next tries again.
 */
export function lookUpOnce<Subject extends object, Result>(
  lookUp: (subject: Subject) => Promise<Result>,
): (subject: Subject) => Promise<Result> {
  const results = new WeakMap<Subject, Promise<Result>>();
  return (subject) => {
    const known = results.get(subject);
    if (known) return known;
    const result = lookUp(subject);
    results.set(subject, result);
    result.catch(() => results.delete(subject));
    return result;
  };
}
