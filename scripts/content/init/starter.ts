import { stringify } from 'yaml';
import type { z } from 'zod';
import { PLACEHOLDER_URL } from '#dataset/check/check-starter.ts';
import { exampleOf } from '#dataset/explain/mend-value.ts';
import {
  CONTENT_KINDS,
  type ContentKind,
  renderContentSchemas,
  schemaLine,
} from '#dataset/schema/content-schemas.ts';
import type { Trade } from '#dataset/schema/stored-aspects.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { StoredQuestion } from '#dataset/schema/stored-editorial.ts';
import { Service, ServiceArea, Technician } from '#dataset/schema/stored-entities.ts';
import { slugOf } from '../../import/plan/decide-review.ts';
import {
  CHECK_ON_GITHUB,
  CHECK_ON_GITLAB,
  GITIGNORE,
  renderEditorsReadme,
} from './starter-texts.ts';

/** The known facts of a business before its folder exists. */
export type Profile = Partial<Omit<z.input<typeof StoredBusiness>, 'id'>> & {
  readonly name: string;
  readonly type: string;
  readonly timeZone: string;
  readonly trade: Trade;
};

/**
 * Returns the files of a new content folder by path. It can be published as it is: everything else
 * is in comments, with an example of each key. `year` is the one in which feedAuthority is claimed.
 */
export function renderStarter(profile: Profile, year: string): ReadonlyMap<string, string> {
  return new Map([
    ['business.yaml', renderBusiness(profile, year)],
    ['aspects.yaml', renderAspects(profile.trade)],
    ['technicians.yaml', renderExample('technicians', Technician)],
    ['services.yaml', renderExample('services', Service)],
    ['service-areas.yaml', renderExample('service-areas', ServiceArea)],
    ['faq.yaml', renderExample('faq', StoredQuestion)],
    ['README.md', renderEditorsReadme(profile.name)],
    ['.gitignore', GITIGNORE],
    ['.github/workflows/check-content.yml', CHECK_ON_GITHUB],
    ['.gitlab-ci.yml', CHECK_ON_GITLAB],
    ...renderContentSchemas(),
  ]);
}

function renderBusiness({ trade: _, ...known }: Profile, year: string): string {
  const url = known.url ?? PLACEHOLDER_URL;
  const values: Partial<z.input<typeof StoredBusiness>> = {
    description: `Reviews of ${known.name}.`,
    knowsLanguage: ['en'],
    ...known,
    id: slugOf(known.name, 'business').slice(0, 64).replace(/-$/, ''),
    url,
    feedAuthority: `${new URL(url).hostname},${year}`,
  };
  const written = new Map<string, unknown>(Object.entries(values));
  const keys = Object.entries(StoredBusiness.shape).map(([key, schema]) => {
    const value = written.get(key);
    return value === undefined ? comment(lineOf(key, exampleOf(schema))) : lineOf(key, value);
  });
  return `${head('business')}${keys.join('')}`;
}

function renderAspects(trade: Trade): string {
  return `${head('aspects')}use: ${trade}\n`;
}

/** Returns a list without entries, with one as a comment. */
function renderExample(name: (typeof CONTENT_KINDS)[number]['name'], entry: z.ZodObject): string {
  const example = Object.fromEntries(
    Object.entries(entry.shape).map(([key, schema]) => [key, exampleOf(schema)]),
  );
  return head(name) + comment(stringify([example], { lineWidth: 0 }));
}

function head(name: (typeof CONTENT_KINDS)[number]['name']): string {
  const kind: ContentKind | undefined = CONTENT_KINDS.find((one) => one.name === name);
  return `${schemaLine(name, kind?.file ?? '')}\n# ${kind?.about}\n`;
}

/** Lists of words and short mappings read well on one line. */
const LONGEST_LINE = 80;

function lineOf(key: string, value: unknown): string {
  const line = renderLine(key, value);
  if (!line.includes('\n') && line.length <= LONGEST_LINE) return `${line}\n`;
  return stringify({ [key]: value }, { lineWidth: 0 });
}

/** Returns a key and its value as they are written on one line. */
export function renderLine(key: string, value: unknown): string {
  const style = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const;
  return stringify({ [key]: value }, style)
    .trim()
    .replace(/^\{(.*)\}$/s, '$1');
}

function comment(text: string): string {
  return text.replace(/^(?=.)/gm, '# ');
}
