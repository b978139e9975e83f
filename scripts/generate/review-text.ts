import { SERVICE_AREAS, SERVICES, TECHNICIANS } from './entities.ts';
import type { Random } from './random.ts';
import { createVocabulary, createZipf } from './vocabulary.ts';

export type ReviewWriter = {
  /** A text, mostly in the given tone: empty, a word of thanks, or up to several paragraphs. */
  readonly body: (tone: Tone) => string;
  readonly title: (tone: Tone) => string;
};

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

export type Tone = 'praise' | 'blame' | 'plain' | 'spanish';

/**
 * Sentences with slots: T a person of the firm, S a service, A a place, N a noun, V a verb in the
 * past, J an adjective, D an adverb, P a proper name, # a small number.
 */
const TEMPLATES: Readonly<Record<Tone, readonly string[]>> = {
  praise: [
    'I can’t say enough good things about {T}',
    '{T} {V} every {N} {D} and made sure I understood each {N}',
    'after my {S} in {A} I called # firms, and this was the only one that called back',
    '{T} and the whole team were {J}, {J} and {D} {J}',
    'they {V} my {S} case in # months and the settlement was more than we hoped for',
    'highly recommend {T} to anyone in {A} with a {S} case',
    'communication was {J} from the first {N} to the last {N}',
    'the staff answered every {N}, even on a {N}',
    'they kept me informed and explained every {J} {N} in plain words',
    'from the moment I walked in, {T} was {J} and {J}',
    'I was {J} after the {S}, and {T} took the {N} off my shoulders',
    'thank you {T}, you {V} us when nobody else would',
    'the {N} was {J} and the {N} was handled {D}',
    'when {P} Mutual denied the claim, {T} {V} and {V} until they paid',
    'my {N} and I felt heard, and that means a lot during a {S}',
    'no hidden fees, a {J} retainer and an honest answer every time',
    'would use them again in a heartbeat',
    'best {N} in {A}, hands down',
    '{T} returned my calls {D}, usually within # hours',
    'the paralegal was {J} and always had the {N} ready',
    'they treated my {N} like family',
    'what could have been a {J} {N} turned out to be {J}',
  ],
  blame: [
    'I left # voicemails and nobody returned my call',
    'the {N} was {J} and the {N} was {D} {J}',
    '{T} never {V} the {N} and I had to ask # times',
    'they {V} the {N} and then charged me for it',
    'my {S} case sat for # months without a single update',
    'the receptionist was {J} when I called about my {S}',
    'I felt rushed, and the {J} {N} was never explained',
    'the invoice was # times what we had agreed on',
    'they lost my {N} twice and missed the {N} deadline',
    'if you are in {A}, look elsewhere',
    'very disappointed with how {T} handled my {S}',
    'in the end {P} & Sons {V} the {N} that this firm {V}',
    'the settlement was less than what {P} Insurance offered at first',
    'communication was {J} at best',
    'every {N} took weeks, and the {N} {D} got worse',
    'would not recommend',
  ],
  plain: [
    'I came to them after a {S} near {A}',
    'my {N} was referred by a {N} from {A}',
    'the office is on {P} Street, # minutes from the {N}',
    'the {N} {V} the {N}, and the {J} {N} followed # weeks later',
    'we met with {T} about a {S} and brought the {N}',
    'the other driver was insured with {P} Mutual',
    'the {J} {N} from {P} {V} the {N} {D}',
    'at first the {N} {V}, then a {J} {N} {V} the {N}',
    'it took # months, # hearings and a {J} {N}',
    'I had never needed a lawyer before the {S}',
    'Dr. {P} sent the {N} and the {N} to the office',
    'the {N}, the {N} and the {N} were all part of the {S} file',
    'Judge {P} heard the {N} in {A}',
    'there was a {N} about the {J} {N}, but the {N} {V} it {D}',
    'parking can be {J} in the {N}, so plan for it',
  ],
  spanish: [
    'muy agradecida con {T} y todo el equipo',
    '{T} me explicó cada paso con paciencia y siempre contestó mis llamadas',
    'después del accidente en {A} no sabía qué hacer, y ellos se encargaron de todo',
    'hablan español y eso fue muy importante para mi mamá',
    'tardaron # meses, pero el resultado valió la pena',
    'los recomiendo con los ojos cerrados',
    'excelente atención, ¡mil gracias!',
    'el señor {P} de la aseguradora no quería pagar, pero {T} no se rindió',
  ],
};

export const TITLES: Readonly<Record<Tone, readonly string[]>> = {
  praise: [
    'Highly recommend',
    'Kept me informed',
    'Great {N}',
    '{T} is the best',
    'Thank you!',
    'Exceeded my expectations',
    '{J} and {J}',
    'Won my {S} case',
    'Five stars',
  ],
  blame: ['Disappointed', 'No calls back', 'Slow and {J}', 'Not worth it', 'Lost my {N}'],
  plain: ['My {S} case', 'Okay {N}', 'Mixed feelings', 'Review of my {N}'],
  spanish: ['Muy agradecida', 'Excelente servicio', 'Los recomiendo'],
};

export const REPLIES: readonly string[] = [
  'Thank you, {author}. Your kind words mean a great deal to all of us.',
  'Thank you for taking the time to write, {author}.',
  'We are grateful for your trust, {author}, and wish you well.',
  'We are sorry to read this, {author}. Please call the office, so that we can talk about it.',
  'Thank you for telling us, {author}. We will look into how we can do better.',
];
