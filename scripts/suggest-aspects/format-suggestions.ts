import { stringify } from 'yaml';
import type { ResolvedAspects } from '#dataset/resolve-aspects.ts';
import { shorten } from '#dataset/shorten.ts';
import type { Candidate } from './find-candidates.ts';
import type { Suggestions } from './group-candidates.ts';

const MAX_EXAMPLE = 110;
/** A shorter example shows nothing. */
const LEAST_EXAMPLE = 25;

/** Prints suggestions as YAML that can be pasted into aspects.yaml, in the form that it has. */
export function formatSuggestions(
  { forAspects, groups }: Suggestions,
  { trade, aspects }: Pick<ResolvedAspects, 'trade' | 'aspects'>,
  reviewCount: number,
): string {
  const head = `# Suggested by ${reviewCount} reviews: what they praise or blame, and no term finds yet. Take over what
# speaks of its aspect in nearly every sentence, and nothing else; check with npm run check:content.
`;
  if (forAspects.size + groups.length === 0) return `${head}# There is nothing to suggest.\n`;
  const isMapping = trade !== undefined;
  const changes = aspects.flatMap(({ id }) => {
    const candidates = forAspects.get(id);
    if (!candidates) return [];
    const lines = candidates.map((one) => formatTerm(one, isMapping ? '        ' : '    '));
    return isMapping
      ? [`  - id: ${id}\n    terms:\n      add:\n${lines.join('')}`]
      : // Nothing can be added to a list but by hand.
        [`# Terms for ${id}:\n${lines.join('').replace(/^ {4}/gm, '#   ')}`];
  });
  const indent = isMapping ? '  ' : '';
  const added = groups.map((group) => formatGroup(group, indent));
  const use = isMapping ? `use: ${trade}\naspects:\n` : '';
  const intro = added.length > 0 ? `${indent}# New aspects; give them names of your own.\n` : '';
  return `${head}${use}${changes.join('')}${intro}${added.join('')}`;
}

function formatGroup(group: readonly Candidate[], indent: string): string {
  const name = group[0]?.phrase ?? '';
  const id = name.replace(/[^a-z0-9]+/g, '-');
  return [
    `${indent}- id: ${id}\n`,
    `${indent}  name: ${scalar(`${name.charAt(0).toUpperCase()}${name.slice(1)}`)}\n`,
    `${indent}  description: ${scalar(`What reviews say of the ${name}.`)}\n`,
    `${indent}  terms:\n`,
    ...group.map((candidate) => formatTerm(candidate, `${indent}    `)),
  ].join('');
}

/** `- lobby # 12 reviews, 9 good, 4 bad: "The lobby was cold."` */
function formatTerm({ phrase, places, reviewCount }: Candidate, indent: string): string {
  const count = (label: string) => places.filter((place) => place.label === label).length;
  const counts = `${reviewCount} reviews, ${count('positive')} good, ${count('negative')} bad`;
  return `${indent}- ${scalar(phrase)} # ${counts}: ${JSON.stringify(exampleOf(places))}\n`;
}

function exampleOf(places: Candidate['places']): string {
  const texts = places.map(({ text }) => text).sort((a, b) => a.length - b.length);
  return shorten(
    texts.find(({ length }) => length >= LEAST_EXAMPLE) ?? texts.at(-1) ?? '',
    MAX_EXAMPLE,
  );
}

function scalar(text: string): string {
  return stringify(text).trimEnd();
}
