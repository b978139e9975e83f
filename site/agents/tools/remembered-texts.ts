import { memoize } from '#dataset/memoize.ts';

/**
 * Makes texts of a subject and a key once; who asks meanwhile waits for the same. The `limit` texts
 * that were asked for last are kept, for as long as the subject is in use. Subjects are known by
 * their identity. A failure is not kept: whoever asks next tries again.
 */
export function rememberTexts<Subject extends object, Text>(
  limit: number,
  make: (subject: Subject, key: string) => Promise<Text>,
): (subject: Subject, key: string) => Promise<Text> {
  const textsOf = memoize((_: Subject) => new Map<string, Promise<Text>>());
  return (subject, key) => {
    const texts = textsOf(subject);
    const known = texts.get(key);
    const text = known ?? make(subject, key);
    // A map lists its keys in the order in which they were set.
    texts.delete(key);
    texts.set(key, text);
    const [oldest] = texts.keys();
    if (texts.size > limit && oldest !== undefined) texts.delete(oldest);
    if (!known) {
      text.catch(() => {
        if (texts.get(key) === text) texts.delete(key);
      });
    }
    return text;
  };
}
