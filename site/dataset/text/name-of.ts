import { valueAt } from '#dataset/schema/value-at.ts';
import { excerpt, shorten } from './shorten.ts';

/** Maximum length of a key in messages. */
export const MAX_KEY_LENGTH = 60;

/** A path as the start of a message; long keys are cut, and an entry of a list has its id. */
export function nameOf(path: readonly PropertyKey[], input?: unknown): string {
  const at = path.findIndex((key) => typeof key === 'number');
  const keys = path.slice(0, at < 0 ? path.length : at);
  const list = keys.map((key) => shorten(String(key), MAX_KEY_LENGTH)).join('.');
  if (at < 0) return list;
  const entry = valueAt(input, path.slice(0, at + 1));
  const id = valueAt(entry, ['id']) ?? valueAt(entry, ['name']);
  const number = `entry ${Number(path[at]) + 1}${list && ` of ${list}`}`;
  const rest = path.slice(at + 1);
  if (rest.length === 0) return number;
  const own = typeof id === 'string' ? excerpt(shorten(id, MAX_KEY_LENGTH)) : number;
  return `${nameOf(rest, entry)} of ${own}`;
}
