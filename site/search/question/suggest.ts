import { nearestName } from '#dataset/check/nearest-name.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import { languageFacet, valuesOf } from './facets.ts';
import { type EntityNames, findNamed, type MaybePerson } from './names.ts';
import type { FilterQuery } from './search-query.ts';
import KINDS from './unknown-names.json' with { type: 'json' };

/** A filter whose value is unknown. */
export type Unknown = {
  readonly name: keyof typeof KINDS;
  readonly asked: string;
  /** The names that may be meant, and all that there are. */
  readonly meant: readonly MaybePerson[];
  readonly all: readonly MaybePerson[];
};

/** Finds the filters of a question whose value is unknown. `facets` are those of all reviews. */
export function unknownNames(
  query: FilterQuery,
  names: EntityNames,
  facets: readonly string[],
): Unknown[] {
  const valued = (kind: 'source' | 'language') =>
    valuesOf(facets, kind).map((name): MaybePerson => ({ id: name, name, aliases: [] }));
  const kinds: readonly (readonly [Unknown['name'], readonly MaybePerson[]])[] = [
    ['mentions_technician', names.technicians],
    ['mentions_service', names.services],
    ['service_area', names.serviceAreas],
    ['aspect', names.aspects],
    ['source', valued('source')],
    ['language', valued('language')],
  ];
  return kinds.flatMap(([name, all]) => {
    const asked = query[name];
    if (asked === undefined) return [];
    const isLanguage = name === 'language';
    const isKnown = isLanguage
      ? asked === '*' || facets.includes(languageFacet(asked))
      : findNamed(all, asked) !== undefined;
    const find = isLanguage ? suggestLanguages : suggest;
    return isKnown ? [] : [{ name, asked, meant: find(asked, all), all }];
  });
}

/** A value as it is written in a question. */
export function writtenValue(name: Unknown['name'], one: MaybePerson): string {
  return name === 'mentions_technician' ? one.name : one.id;
}

/** Says that a value is unknown, with the likely meanings. */
export function describeUnknown({ name, asked, meant, all }: Unknown): string {
  const listed = all.map((one) => {
    const value = quote(writtenValue(name, one));
    return one.jobTitle ? `${value} (${one.jobTitle})` : value;
  });
  const values = meant.map((one) => writtenValue(name, one));
  return `${KINDS[name]} ${quote(asked)}.${describeValues(values, listed)}`;
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The languages of which a tag, or a name in English, is another form. */
function suggestLanguages(asked: string, all: readonly MaybePerson[]): readonly MaybePerson[] {
  const [meant = ''] = asked.toLowerCase().split('-');
  return all.filter(({ id }) => {
    const [language = ''] = id.toLowerCase().split('-');
    return meant === language || meant === LANGUAGE_NAMES.of(language)?.toLowerCase();
  });
}

const MAX_SUGGESTIONS = 3;

/** The most likely meaning, then entities whose name or job title contains the text. */
export function suggest<Entity extends MaybePerson>(
  asked: string,
  entities: readonly Entity[],
): Entity[] {
  const part = fold(asked);
  // Other names of aspects are words of all kinds, so being near one means nothing.
  const spelled = new Map(
    entities.flatMap((entity) => spellingsOf(entity).map((name) => [name, entity] as const)),
  );
  const most = Math.max(1, Math.floor(part.length / 4));
  const nearest = spelled.get(nearestName(part, spelled.keys(), most) ?? '');
  const holding = entities.filter((entity) => part !== '' && holds(entity, part));
  const meant = nearest ? [nearest, ...holding] : holding;
  // A job title may be a part of the text, as in "the paralegals".
  const titled = entities.filter(({ jobTitle }) => jobTitle && part.includes(fold(jobTitle)));
  return [...new Set(meant.length > 0 ? meant : titled)].slice(0, MAX_SUGGESTIONS);
}

const WORD = /[\p{L}\p{N}]{4,}/gu;

/** The name, the id, and the words of the name, except short ones, which are near many others. */
function spellingsOf({ id, name }: Named): string[] {
  const folded = fold(name);
  return [folded, fold(id), ...(folded.match(WORD) ?? [])];
}

function holds({ id, name, aliases, jobTitle = '' }: MaybePerson, part: string): boolean {
  return (
    [name, id, jobTitle].some((one) => fold(one).includes(part)) ||
    aliases.some((one) => ` ${fold(one)}`.includes(` ${part}`))
  );
}

const MAX_LISTED = 20;

/** The likely meanings, or else the possible values, in the form of a sentence after another. */
export function describeValues(meant: readonly string[], all: readonly string[]): string {
  if (meant.length > 0) return ` Did you mean ${meant.map((one) => quote(one)).join(' or ')}?`;
  if (all.length === 0) return ' There are none.';
  const more = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : '';
  const listed = `${all.slice(0, MAX_LISTED).join(', ')}${more}`;
  return ` There ${all.length === 1 ? 'is' : 'are'} ${listed}.`;
}
