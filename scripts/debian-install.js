import { existsSync } from 'node:fs';

/**
 * Returns commands that install Debian packages; undefined if they cannot: not root, or not Debian.
 * Plain JavaScript: the set-up runs it on Node.js 20.
 *
 * @param {string[]} packages
 * @returns {string[] | undefined}
 */
export function debianInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  return [
    'apt-get update -qq',
    `apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`,
  ];
}
