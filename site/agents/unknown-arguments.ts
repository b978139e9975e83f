import { didYouMean } from '#dataset/nearest-name.ts';
import { quote } from '#dataset/shorten.ts';
import { MAX_ISSUES } from '#search/issue.ts';

/** A sentence for each member that a tool or prompt does not know, at most MAX_ISSUES. */
export function describeUnknownArguments(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  owner: string,
): string[] {
  const known = names.length === 0 ? 'it takes none' : `there are ${names.join(', ')}`;
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknown.slice(0, MAX_ISSUES).map((name) => {
    const meant = didYouMean(name, names);
    return `${quote(name)} is not an argument of ${owner}${meant}; ${known}`;
  });
}
