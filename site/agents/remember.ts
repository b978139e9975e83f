import { memoize } from '#dataset/edits/memoize.ts';

/**
 * Makes results of a subject and a key once; concurrent callers share one promise. The `limit`
 * results used last are kept, for as long as the subject is in use. Subjects are known by their
 * identity, so that they must never change. A failure is not kept: the next caller tries again.
 */
export function rememberByKey<Subject extends object, Result>(
  limit: number,
  make: (subject: Subject, key: string) => Promise<Result>,
): (subject: Subject, key: string) => Promise<Result> {
  const resultsOf = memoize((_: Subject) => new Map<string, Promise<Result>>());
  return (subject, key) => {
    const results = resultsOf(subject);
    const known = results.get(key);
    const result = known ?? make(subject, key);
    // A map lists its keys in the order in which they were set.
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (results.size > limit && oldest !== undefined) results.delete(oldest);
    if (!known) {
      result.catch(() => {
        if (results.get(key) === result) results.delete(key);
      });
    }
    return result;
  };
}

/** The same for the one result of each subject. */
export function rememberOnce<Subject extends object, Result>(
  make: (subject: Subject) => Promise<Result>,
): (subject: Subject) => Promise<Result> {
  const remembered = rememberByKey(1, make);
  return (subject) => remembered(subject, '');
}
