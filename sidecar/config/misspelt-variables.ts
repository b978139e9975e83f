import { nearestName } from '#dataset/nearest-name.ts';

/** What begins so is meant for this service, however far it is from every variable. */
const OWN_PREFIX = /^(?:HUB|MCP)_/;

/** What Kubernetes sets for each service, such as one that is called hub. */
const OF_A_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_[A-Z]+(?:_\w+)?)?)$/;

/** Further away, a name is one of its own, such as HOME, PGHOST or GIT_DIR. */
const MOST_EDITS = 2;
const LETTERS_AN_EDIT = 4;

/**
 * Tells of each name in an environment that looks like a misspelling of a variable: what is
 * misspelt would have no effect, and nobody would notice.
 */
export function describeMisspelt(
  names: readonly string[],
  variables: readonly string[],
): readonly string[] {
  const known = new Set(variables);
  const byLetters = new Map(variables.map((variable) => [lettersOf(variable), variable]));
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = byLetters.get(nearestLetters(name, [...byLetters.keys()]) ?? '');
      if (meant) return [`${name} is not a variable of this service; did you mean ${meant}?`];
      if (!OWN_PREFIX.test(name) || OF_A_SERVICE.test(name)) return [];
      return [`${name} is not a variable of this service; the README lists them.`];
    });
}

function nearestLetters(name: string, all: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const nearest = nearestName(letters, all, MOST_EDITS);
  const shorter = Math.min(letters.length, nearest?.length ?? 0);
  const most = Math.min(MOST_EDITS, Math.floor(shorter / LETTERS_AN_EDIT));
  return nearest && nearestName(letters, [nearest], most);
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
