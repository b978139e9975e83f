import { memoize } from '#dataset/memoize.ts';

/**
 * Makes texts of a subject and a key once. The `limit` texts that were asked for last are kept, for
 * as long as the subject is in use. Subjects are known by their identity.
 */
export function rememberTexts<Subject extends object, Text>(
  limit: number,
  make: (subject: Subject, key: string) => Text,
): (subject: Subject, key: string) => Text {
  const textsOf = memoize((_: Subject) => new Map<string, Text>());
  return (subject, key) => {
    const texts = textsOf(subject);
    const text = texts.get(key) ?? make(subject, key);
    // A map lists its keys in the order in which they were set.
    texts.delete(key);
    texts.set(key, text);
    const [oldest] = texts.keys();
    if (texts.size > limit && oldest !== undefined) texts.delete(oldest);
    return text;
  };
}
