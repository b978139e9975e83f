import { SERVICE_AREAS, SERVICES, TECHNICIANS } from './entities.ts';
import type { Random } from './random.ts';
import { TEMPLATES, TITLES, type Tone } from './templates.ts';
import { createVocabulary, createZipf } from './vocabulary.ts';

/** Writes the texts of reviews. */
export type ReviewWriter = {
  /** A text, mostly in the given tone: empty, a word of thanks, or up to several paragraphs. */
  readonly body: (tone: Tone) => string;
  readonly title: (tone: Tone) => string;
};

/** The longest text that is aimed at, in characters. */
const MAX_LENGTH = 4000;

const EMOJI = ['👍', '🙏', '⭐️⭐️⭐️⭐️⭐️', '❤️', '😊', '👏👏', '😡', '🎉', '👩‍⚖️', '💯'];

const MARK_OF_SLOT = /\{([TSANVJDP])\}|#/g;

export function createReviewWriter(random: Random): ReviewWriter {
  const words = createVocabulary(random);
  // The first of each list is mentioned most, as a firm's founder and its main service are.
  const drawTerm = (entities: readonly Mentionable[]) => {
    const rank = createZipf(entities.length, random);
    return () => termOf(entities[rank()], random);
  };
  const slots: Readonly<Record<string, () => string>> = {
    T: drawTerm(TECHNICIANS),
    S: drawTerm(SERVICES.map(({ name, ...rest }) => ({ ...rest, name: name.toLowerCase() }))),
    A: drawTerm(SERVICE_AREAS),
    N: words.noun,
    V: words.verb,
    J: words.adjective,
    D: words.adverb,
    P: words.name,
  };
  const fill = (template: string) =>
    template.replaceAll(MARK_OF_SLOT, (_, slot: string | undefined) =>
      slot === undefined ? String(random.integer(2, 9)) : (slots[slot]?.() ?? ''),
    );
  const sentence = (tone: Tone) => capitalize(fill(random.pick(TEMPLATES[tone])));

  return {
    title: (tone) => capitalize(fill(random.pick(TITLES[tone]))),
    body: (tone) => {
      if (random.chance(0.12)) return '';
      const length = Math.min(MAX_LENGTH, 430 * Math.exp(0.85 * random.normal()));
      let text = '';
      while (text.length < length) {
        if (text !== '') text += text.length > 350 && random.chance(0.2) ? '\n\n' : ' ';
        text += sentence(tone !== 'spanish' && random.chance(0.4) ? 'plain' : tone);
        text += random.weigh([
          [85, '.'],
          [12, '!'],
          [3, '...'],
        ]);
      }
      return flavour(text, random);
    },
  };
}

type Mentionable = { readonly name: string; readonly aliases?: readonly string[] };

/** The name, a first name or an alias, since people do not write as files do. */
function termOf(entity: Mentionable | undefined, random: Random): string {
  if (!entity) return '';
  const { name, aliases = [] } = entity;
  if (random.chance(0.55)) return name;
  return random.pick([name, ...aliases, ...(/^\p{Lu}/u.test(name) ? [firstWordOf(name)] : [])]);
}

function firstWordOf(name: string): string {
  return name.split(' ')[0] ?? name;
}

/** Habits of writing: no capitals, no typographic apostrophes, all capitals, an emoji. */
function flavour(text: string, random: Random): string {
  let flavoured = random.chance(0.7) ? text.replaceAll('’', "'") : text;
  if (random.chance(0.06)) flavoured = flavoured.toLowerCase();
  else if (random.chance(0.01)) flavoured = flavoured.toUpperCase();
  return random.chance(0.07) ? `${flavoured} ${random.pick(EMOJI)}` : flavoured;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
