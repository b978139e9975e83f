import { createDraw, type Random } from './random.ts';
import { inventNames, type Tone, VOCABULARY } from './vocabulary.ts';

/** The names of people, services and places that reviews mention. */
type Mentioned = Readonly<Record<'people' | 'services' | 'places', readonly Entity[]>>;
type Entity = { readonly name: string; readonly aliases: readonly string[] };

/** Writes the titles and texts of reviews, mostly in the given tone. */
export type ReviewWriter = ReturnType<typeof createReviewWriter>;

const MAX_LENGTH = 4000;

export function createReviewWriter(random: Random, { people, services, places }: Mentioned) {
  const { nouns, verbs, adjectives, adverbs, sentences, titles } = VOCABULARY;
  // The first of each list is mentioned most, as a firm's founder and its main service are.
  const drawSpelling = (entities: readonly Entity[]) => {
    const draw = createDraw(entities, random);
    return () => spellingOf(draw(), random);
  };
  const inSentence = services.map(({ name, aliases }) => ({ name: name.toLowerCase(), aliases }));
  const draws = new Map<string, () => string>([
    ['person', drawSpelling(people)],
    ['service', drawSpelling(inSentence)],
    ['place', drawSpelling(places)],
    ['noun', createDraw(nouns, random)],
    ['verb', createDraw(verbs, random)],
    ['adjective', createDraw(adjectives, random)],
    ['adverb', createDraw(adverbs, random)],
    ['name', createDraw(inventNames(), random)],
    ['number', () => String(random.integer(2, 9))],
  ]);
  const fill = (template: string) =>
    capitalize(template.replaceAll(/\{(\w+)\}/g, (slot, kind) => draws.get(kind)?.() ?? slot));

  return {
    title: (tone: Tone) => fill(random.pick(titles[tone])),
    /** Returns an empty text, a word of thanks, or up to several paragraphs. */
    body: (tone: Tone) => {
      if (random.chance(0.12)) return '';
      const length = Math.min(MAX_LENGTH, 430 * Math.exp(0.85 * random.normal()));
      let text = '';
      while (text.length < length) {
        if (text !== '') text += text.length > 350 && random.chance(0.2) ? '\n\n' : ' ';
        const sentenceTone = tone !== 'spanish' && random.chance(0.4) ? 'plain' : tone;
        text += fill(random.pick(sentences[sentenceTone]));
        text += random.weigh(['.', '!', '...'], [85, 12, 3]);
      }
      return flavor(text, random);
    },
  };
}

/** Returns the name, a first name or an alias: people do not write as files do. */
function spellingOf({ name, aliases }: Entity, random: Random): string {
  if (random.chance(0.55)) return name;
  const first = /^\p{Lu}\S*/u.exec(name) ?? [];
  return random.pick([name, ...aliases, ...first]);
}

/** Adds habits of writing: no capitals, no typographic apostrophes, all capitals, an emoji. */
function flavor(text: string, random: Random): string {
  let flavored = random.chance(0.7) ? text.replaceAll('’', "'") : text;
  if (random.chance(0.06)) flavored = flavored.toLowerCase();
  else if (random.chance(0.01)) flavored = flavored.toUpperCase();
  return random.chance(0.07) ? `${flavored} ${random.pick(VOCABULARY.emoji)}` : flavored;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
