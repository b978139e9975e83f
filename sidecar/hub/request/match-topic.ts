import { MAX_TOPIC_LENGTH } from './request-limits.ts';

const TOPIC = /^([a-z][a-z\d+.-]*:\/\/[^\s\p{C}/?#\\@]+)(\/[^\s\p{C}?#\\]*)$/iu;

/** RFC 3986 §2.3. */
const UNRESERVED = /^[\w.~-]$/;

/**
 * The topic that a URL means. Spellings that RFC 3986 §6.2 holds for equal are the same topic: case
 * of scheme and host, the default port, unreserved characters that are percent-encoded. A query, a
 * fragment, even an empty one, user information or a slash at the end make another URL.
 */
export function matchTopic(given: string, topics: readonly string[]): string | undefined {
  if (given.length > MAX_TOPIC_LENGTH) return undefined;
  const [, server = '', path = ''] = TOPIC.exec(given) ?? [];
  const origin = URL.parse(server)?.origin;
  const canonical = origin + decodeUnreserved(path);
  return topics.find((topic) => topic === canonical);
}

function decodeUnreserved(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (encoded, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
}
