import type { Token } from '#insights/text/tokenize.ts';

/** What is compared, by the word of one piece that says so. */
const COMPARATIVES: ReadonlyMap<string, string> = new Map([
  ['better', 'good'],
  ['worse', 'bad'],
  ['happier', 'happy'],
  ...`calm cheap clean clear cold dirty dull easy fair fast fine firm fresh friendly gentle grand great
    hard helpful kind lazy loud lucky mean nice polite pretty proud quick quiet rude safe sharp
    simple sloppy slow smart smooth soft strong sweet thorough tidy tough warm weak wise`
    .split(/\s+/)
    .map((word): [string, string] => [`${word.replace(/y$/, 'i').replace(/e$/, '')}er`, word]),
]);

/** The words that compare, with spaces between. */
const COMPARED_WORDS = [...COMPARATIVES.keys(), 'more', 'less'].join(' ');

/** A regular expression of a comparative, in the group `compared`; “more than” is none. */
const COMPARED = `(?<compared>${[...COMPARATIVES.keys()].join('|')}|(?:more|less)(?! than))`;

/** Words, and what they are read as; `=` stands for what is compared, `kind` of “kinder”. */
type Idiom = { readonly words: RegExp; readonly readAs: readonly string[] };

const CANNOT = "(?:could ?not|couldn't|couldnt|can ?not|can't|cant)";
const NOBODY = '(?:no one|noone|nobody|nothing|none) (?:could|would|can)';
const REACHED =
  '(?:(?:have|be|been|get|got|gotten|ask|asked|hope|hoped|wish|wished|imagine|find|found|do|done|feel|felt|go|gone|treated|handled|for|it|us|me|any|anything|a|an|much) )+';
const FINE =
  '(?:stellar|ideal|perfect|great|good|happy|thrilled|pleased|satisf\\w+|impress\\w+|helpful|friendly|pleasant|professional|honest|adequate|courteous|clean|fresh|welcoming)';
const PLACE = '(?:home|the|my|our|your|his|her|their|here|there|it|me|us|where|town)';
const ONLY = '(?:only|just|merely)';

/**
 * A word that is in an idiom, the idiom, and what it is read as. Of two that overlap the first counts.
 * Words stand between spaces, and marks as words do.
 */
const IDIOMS: readonly (readonly [signs: string, words: string, readAs: string])[] = [
  // “Not only fast but also kind”, “nothing but praise”: as if unsaid.
  ['only just merely', `not ${ONLY}`, ''],
  ['only just merely', `(?<= not ${ONLY}(?: (?!but )[^ .;:!?()…—]+)*(?: ,)? )but`, ''],
  ['nothing', 'nothing (?:but|short of|less than|if not)', ''],
  ['doubt doubted', "(?:do not|don't|dont|did not|didn't|never) doubt(?:ed)?", ''],
  // “A great many forms” is no praise of them.
  ['many deal', 'a (?:great|good) (?:many|deal of)', 'many'],
  ['doubt question', 'without (?:a |any )?(?:doubt|question)|no doubt', ''],
  ['hesitation reservation', 'without (?:a |any )?(?:hesitation|reservation)', ''],
  ['matter least mention', 'no matter|last but not least|not to mention', ''],
  [
    'enough',
    `${CANNOT}(?= (?:thank|recommend|praise|say|speak|stress)(?: [^ ]+){0,6} enough )`,
    '',
  ],
  // “No complaints”, “cannot fault them”.
  [
    'complaint complaints',
    '(?:no|zero|not a single|without a) (?:real |major )?complaints?',
    'satisfied',
  ],
  ['complain fault', `${CANNOT} (?:really )?(?:complain|fault)(?! enough)`, 'satisfied'],
  // “I am holding back a star for the fees”, “not a full five”, “the forms were a lot”.
  [
    'star stars',
    `(?:hold|holding|held|take|taking|took|knock|knocking|knocked|dock|docked|docking|lost|minus|deduct|deducted) (?:(?:back|off|away) )?(?:a|one|half a|the (?:one|fifth|last)) stars?(?= (?:off|back|for|because|since|over|as|due|from|but) | [^ \\w]| $)`,
    'disappointed',
  ],
  ['full whole', 'not (?:a|the) (?:full|whole) five(?: stars)?', 'disappointed'],
  [
    'lot',
    '(?<= (?:paperwork|forms?|papers?|process|documents|steps|it|that|this|all) (?:is|are|was|were)(?: (?:really|just|quite))? )a lot(?= [^ \\w]|$)',
    'too much',
  ],
  // “Anything but professional”, but not “did not get anything but”.
  ['anything', "(?<!(?:n't|not|never|without|no)(?: [^ ]+){0,4} )anything but", 'not'],
  ['far', `far from(?! ${PLACE} )`, 'not'],
  ['less', `less than(?= ${FINE} )`, 'not'],
  // “Could not have been kinder”, “nobody could be better”, “never had a worse”.
  ['more', `(?:${CANNOT}|${NOBODY}) ${REACHED}more(?= (?:[^ \\w]|for|from|of) |(?= $))`, 'so good'],
  [COMPARED_WORDS, `(?:${CANNOT}|${NOBODY}) ${REACHED}${COMPARED}`, 'so ='],
  [
    COMPARED_WORDS,
    `never (?:been|had|felt|seen|met|known|found)(?: a| an| any)? ${COMPARED}`,
    'so =',
  ],
  ['so such', 'never (?:been|had|felt|seen|met|known)(?= (?:so|such) )', ''],
  // “Could have been better”, “should have been more careful”.
  [
    COMPARED_WORDS,
    `(?:could|should|would) (?:have (?:been|gone|done)|be|do) (?:(?:done|a|an|bit|little|lot|much) )*${COMPARED}`,
    'not =',
  ],
];

const BY_SIGN: ReadonlyMap<string, readonly Idiom[]> = groupBySign();

/** Replaces idioms by plain words, which the model knows: “could not have been kinder” is “so kind”. */
export function readIdioms(tokens: readonly Token[]): readonly Token[] {
  // Most texts hold no sign: nothing is allocated for them.
  if (!tokens.some(({ text }) => BY_SIGN.has(text))) return tokens;
  const known = new Set(tokens.flatMap(({ text }) => BY_SIGN.get(text) ?? []));
  const line = ` ${tokens.map(({ text }) => text).join(' ')} `;
  const stretches = [...known]
    .flatMap(({ words, readAs }) =>
      Array.from(line.matchAll(words), ({ index, 0: { length }, groups }) => ({
        from: index,
        to: index + length,
        readAs: readAs.flatMap((word) => (word === '=' ? plainOf(groups?.compared ?? '') : [word])),
      })),
    )
    .sort((a, b) => a.from - b.from);
  if (stretches.length === 0) return tokens;
  const read: Token[] = [];
  let place = 1;
  let until = 0;
  let next = 0;
  for (const token of tokens) {
    while ((stretches[next]?.from ?? place) < place) next++;
    const stretch = stretches[next];
    if (stretch?.from === place && place >= until) {
      read.push(...stretch.readAs.map((text) => ({ ...token, text, isWord: true })));
      until = stretch.to;
    }
    if (place >= until) read.push(token);
    place += token.text.length + 1;
  }
  return read;
}

function groupBySign(): Map<string, Idiom[]> {
  const bySign = new Map<string, Idiom[]>();
  for (const [signs, words, readAs] of IDIOMS) {
    const idiom = {
      words: new RegExp(`(?<= )(?:${words})(?= )`, 'g'),
      readAs: readAs.split(' ').filter((word) => word !== ''),
    };
    for (const sign of signs.split(' ')) bySign.set(sign, [...(bySign.get(sign) ?? []), idiom]);
  }
  return bySign;
}

/** The words for it without comparing: kinder is kind, more is nothing, and less is not. */
function plainOf(compared: string): readonly string[] {
  if (compared === 'less') return ['not'];
  return compared === 'more' ? [] : [COMPARATIVES.get(compared) ?? compared];
}
