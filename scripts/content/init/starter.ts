import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { PLACEHOLDER_URL } from '#dataset/check/check-starter.ts';
import { renderContentSchemas } from '#dataset/schema/content-schemas.ts';
import type { Trade } from '#dataset/schema/stored-aspects.ts';
import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { slugOf } from '../../import/plan/decide-review.ts';

/** The known facts of a business before its folder exists. */
export type Profile = Partial<Omit<z.input<typeof StoredBusiness>, 'id'>> & {
  readonly name: string;
  readonly type: string;
  readonly timeZone: string;
  readonly trade: Trade;
};

const STARTER = join(import.meta.dirname, 'starter');

/** Templates that check and publish the folder where it is a repository, by their place there. */
const WORKFLOWS = [
  ['.github/workflows/reviews.yml', 'github.yml'],
  ['.gitlab-ci.yml', 'gitlab.yml'],
] as const;
const TEMPLATES = join(import.meta.dirname, '../../deploy/content-repository');

/**
 * Returns the files of a new content folder by path. It can be published as it is: everything else
 * is in comments, with an example of each key. `year` is the one in which feedAuthority is claimed.
 */
export function renderStarter(profile: Profile, year: string): ReadonlyMap<string, string> {
  const { trade, ...known } = profile;
  const { name, url = PLACEHOLDER_URL } = known;
  const files = readdirSync(STARTER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path): [string, string] => {
      const text = readFileSync(path, 'utf8').replace('{{name}}', () => name);
      return [relative(STARTER, path), text.replace('{{trade}}', trade)];
    });
  const business = {
    description: `Reviews of ${name}.`,
    knowsLanguage: ['en'],
    ...known,
    id: slugOf(name, 'business').slice(0, 64).replace(/-$/, ''),
    url,
    feedAuthority: `${new URL(url).hostname},${year}`,
  };
  const starter = new Map([...files, ...renderContentSchemas()]);
  for (const [file, template] of WORKFLOWS) {
    starter.set(file, readFileSync(join(TEMPLATES, template), 'utf8'));
  }
  const template = starter.get('business.yaml') ?? '';
  return starter.set('business.yaml', fillTemplate(template, new Map(Object.entries(business))));
}

/** A key, with its example. */
const EXAMPLE = /^(\w+):.*\n(?: .*\n)*/gm;

/** Returns the template with the known values, and examples of the other keys as comments. */
function fillTemplate(template: string, known: ReadonlyMap<string, unknown>): string {
  return template.replace(EXAMPLE, (example, key) => {
    const value = known.get(key);
    if (value === undefined) return example.replace(/^(?=.)/gm, '# ');
    return stringify({ [key]: value }, { lineWidth: 0 });
  });
}
