import { isContrastAt } from '#insights/text/contrasts.ts';
import { inflectWord } from '#insights/text/inflect-word.ts';
import { readLists } from '#insights/text/read-table.ts';
import type { Sentence } from '#insights/text/segment-text.ts';
import { listWords, type Token } from '#insights/text/tokenize.ts';
import { readRegret } from './read-regret.ts';

const list = readLists(`${import.meta.dirname}/word-lists.tsv`);

/**
 * The mode of a clause: a fact, a regret of one, or something that is not about the business; a
 * `story` is about other things that the reviewer is or does.
 */
export type Mode = 'fact' | 'regret' | 'question' | 'wish' | 'condition' | 'irony' | 'story';

const WISH =
  /^hoping\b|\b(?:i|we) (?:expected|was expecting|were expecting|was afraid|were afraid)\b|^may (?:they|you|he|she|it) |\b(?:i'd|i would|we'd|we would) (?:love|like|prefer|appreciate) (?:a|an|some|more)\b|\b(?:i|we) (?:was|were) (?:promised|sold)\b|\b(?:i|we) (?:just |really |only |do |still )?(?:wish|hope)\b|^(?:just |only )?wish(?:ed|ing)?\b|\b(?:was|were|am|are) (?:just |really )?hoping\b|\bhad hoped\b|\bif only\b|^hope(?:fully)?\b|\bfingers crossed\b|\ball (?:i|we) (?:ever )?(?:want|wanted|asked|ask) (?:was|is|for)\b|\b(?:i|we)(?:'d| would)(?: have| 've|'ve)? (?:liked|loved|like to have|love to have|preferred|appreciated)\b/;

/** A hope that came true: “I was hoping for a quick settlement and got it.” */
const FULFILLED =
  /\band (?:got (?:it|that|exactly (?:that|what))|(?:they|she|he) (?:delivered|came through|did (?:it|just that|exactly that)(?! (?:to|for|in|after|late)\b)))\b|\bcame true\b|\band then some\b|\b(?:is|was|'s) (?:exactly |just )?what (?:i|we) got\b/;

/** Unreal events. “Could not have been kinder” is real; “would not have without them” praises. */
const UNREAL =
  /\b(?:would|could|might|may|'d) (?:have|'ve|of)\b|\b(?:would|could|might)'?ve\b|\b(?:it|that) (?:would|could|might)(?: really)? be (?:so |really |very )?(?:nice|great|good|helpful|better|appreciated)\b|^would be (?:so |really |very )?(?:nice|great|good|helpful|better|appreciated)\b|\bwould(?:'ve| have) gone a long way\b|\bin a perfect world\b|^(?:i|we) (?:could|can) (?:see|imagine)\b|\b(?:someone|somebody|one) (?:could|might)\b|\bi would think\b|\bused to be\b|\b(?:i'll|i will|we'll|will|would) (?:\w+ )+(?:if|once|unless) (?:they|he|she|you|this|it)\b/;
/** “So that I'd have enough left”, “longer than I'd have liked”. */
const MEANT =
  /\bso (?:that )?(?:i|we|he|she|they|it)(?:'d| would| could)\b|\bthan (?:i|we)(?:'d| would| had)\b/;
const REAL = /\b(?:than|not|n't|never|without|nothing|nobody|no one|hardly)\b|n't\b/;

/** A condition at the start of the clause; words after a comma are a separate clause. */
const CONDITION =
  /^(?:and |but |so |even )?(?:if|unless|suppose|supposing|provided|assuming|as long as|in case|let's say|lets say|say) |^(?:were|had|should) (?:i|we|they|he|she|you) /;
/** “If I could give zero stars” is a judgment, and “if it hadn't been for Linda” gives credit. */
const JUDGED = /\bstars?\b|^if (?:it (?:had|was|were)(?: not|n't|nt) (?:been )?|not )for\b/;
const OFFER = /\b(?:would|'ll|will|i'd|we'd|'d)\b/;

/** Advice about any member of the trade: “Never hire a lawyer who …”, “A good lawyer should …”. */
const ADVICE =
  /^you should\b|^(?:do not|don't|dont|never) settle for\b|^(?:always|never|do not|don't|dont|make sure|be sure|be|check|bring|read|get|ask|keep|hire|choose|pick|find|take) (?:.* )?(?:a|an|any|your|you|everything) |^(?:a|an|any|every|all|good) (?:\w+ )?(?:lawyers?|attorneys?|firms?|doctors?|dentists?|hotels?|restaurants?|plumbers?|companies|company|business) (?:should|must|ought|needs? to|has to|would|could|might|may|can)\b|\byou should (?:never |not |always )?have to\b/;
const ABOUT_THESE =
  /\b(?:this|these|those|them|they|he|she|here|him|her|our|my|act together|phones?|change a thing)\b/;

/** “I manage a staff of thirty”, “I drive all day and cannot answer the phone.” */
const STORY = new RegExp(
  `^(?:and |but |so |as )?(?:i|we) (?:also |just |only |still |do not |don't |dont )?(?:${[...list('ownDoings')].join('|')})\\b(?!.*\\b(?:they|them|you|he|she|him|her|here|these|this)\\b)`,
);

/** “My son asked if it meant that we won.” */
const REPORTED =
  /\b(?:ask|asks|asked|asking|wonder|wonders|wondered|wondering) (?:me |us |him |her |them |about )*(?:if|whether)\b|^(?:not sure|unsure|no idea|curious|trying to find out) (?:if|whether)\b|^(?:can|could|does|do|has|is) (?:someone|anyone|anybody|somebody)\b|\bwhether\b.* or not\b/;

/** Questions that expect no answer, and blame: “How hard is it to return a call?” */
const RHETORICAL =
  /\b(?:would it kill|how hard (?:is|was|can|could)|(?:is|was) (?:it|that) (?:so|too|really (?:so|that|too)) (?:hard|difficult|much)|what (?:am i|are we|was i|did i|did we) pay(?:ing)?|who does that|what kind of|how is (?:this|that) (?:ok|okay|legal|acceptable))\b/;

/** Set phrases of praise; right before a harm they are ironic. */
const PRAISE =
  /^(?:(?:thank(?:s| you)(?: \w+){0,3} for)|(?:great|good|nice|excellent|fantastic|wonderful|amazing|way to|super) (?:job|work|going|way)|(?:real|really|very|so|such|truly|how) (?:professional|classy|helpful|nice|mature|kind|caring|compassionate|honest)|(?:if|for) you (?:like|love|enjoy|want|don't mind|dont mind)|what a (?:joke|surprise|shock|treat|way)|must be|congrat\w*|bravo|kudos|imagine|apparently|lucky (?:me|us)|well done|i'm sure|loved? (?:how|when|that)|(?:wonderful|amazing|funny|great|nice|impressive|incredible|lovely|interesting|remarkable) (?:how|that)) /;
/** Words that with few stars only describe harm. */
const HARM_PHRASE =
  /\bthank(?:s| you) for nothing\b|\bsaid (?:no one|nobody)\b|\bgood luck (?:getting|reaching|finding|hearing)\b|\b(?:nice|good) to know (?:that )?my\b|\bmust be nice\b|\b(?:shocker|slow clap)\b|\bloved? (?:waiting|paying|sitting|chasing|finding out|having to|talking to voicemail)\b/;
/** Maximum words between praise and harm: “Lucky me, they only lost …”. */
const HARM_WORDS = 3;
/** “They never lost a file”, “when I lost my husband”: no harm done by them. */
const HARMLESS =
  /^(?:no|not|never|nobody|without|nothing|i|we|my|insurer|insurance|adjuster|didn't|don't|doesn't|wasn't)$/;
/** Words for things that harm a customer, verbs first. */
const HARM: ReadonlySet<string> = new Set(
  [...list('harm')].flatMap((word) => [...inflectWord(word)]),
);
/** “Bravo, it only took you two years.” */
const LATE = /^took (?:you|them|him|her|me|us) (?:\w+ ){1,4}(?:days|weeks|months|years)\b/;
/** Maximum words in which a phrase is searched for. */
const PHRASE_WORDS = 8;
/** With more stars than these, praise is sincere. */
const MOST_IRONIC_STARS = 3;

/** Returns the mode of each clause of a sentence, from patterns of words in and around it. */
export function modesOf({ tokens, clauses }: Sentence, rating: number): Mode[] {
  if (isAsked(tokens)) {
    return clauses.map(({ tokens: clause }) =>
      RHETORICAL.test(plain(clause)) ? 'irony' : 'question',
    );
  }
  const isParted = tokens.some((_, place) => isContrastAt(tokens, place));
  const isIronic = (words: readonly Token[]) => rating <= MOST_IRONIC_STARS && soundsIronic(words);
  // “Great job, losing my file” is cut at the comma, but is ironic as a whole.
  const isAllIronic = !isParted && isIronic(tokens);
  const isFulfilled = FULFILLED.test(plain(tokens));
  const modes: Mode[] = [];
  for (const { tokens: clause } of clauses) {
    const mode = isAllIronic || isIronic(clause) ? 'irony' : modeOf(clause, modes.at(-1));
    modes.push(mode === 'wish' && isFulfilled ? 'fact' : mode);
  }
  return modes;
}

function modeOf(clause: readonly Token[], before: Mode | undefined): Mode {
  const text = plain(clause);
  if (REPORTED.test(text)) return 'question';
  if (readRegret(clause)) return 'regret';
  if (MEANT.test(text)) return 'fact';
  if (WISH.test(text) || (before === 'wish' && !/^(?:but|they|he|she|it|this) /.test(text)))
    return 'wish';
  if (UNREAL.test(text) && !REAL.test(text) && !JUDGED.test(text)) return 'condition';
  if (before === 'condition' && /^(?:it|that) /.test(text)) return 'condition';
  if (CONDITION.test(text) && !JUDGED.test(text)) return 'condition';
  if (before === 'condition' && OFFER.test(text)) return 'condition';
  if (ADVICE.test(text) && !ABOUT_THESE.test(text)) return 'condition';
  if (STORY.test(text)) return 'story';
  return 'fact';
}

function soundsIronic(tokens: readonly Token[]): boolean {
  const text = plain(tokens);
  if (HARM_PHRASE.test(text)) return true;
  const words = text.split(' ');
  return words.some((_, place) => {
    const said = words.slice(place, place + PHRASE_WORDS).join(' ');
    const praise = PRAISE.exec(said)?.[0].trim().split(' ').length;
    return praise !== undefined && isHarmAt(words, place + praise);
  });
}

/** True if harm follows at once, or nearly so. */
function isHarmAt(words: readonly string[], from: number): boolean {
  for (let place = from; place <= from + HARM_WORDS && place < words.length; place++) {
    const word = words[place] ?? '';
    if (HARMLESS.test(word)) return false;
    if (HARM.has(word) || LATE.test(words.slice(place, place + PHRASE_WORDS).join(' ')))
      return true;
  }
  return false;
}

/** True if a question mark ends the sentence, alone or among other marks. */
function isAsked(sentence: readonly Token[]): boolean {
  const last = sentence.findLastIndex(({ isWord }) => isWord);
  return sentence.slice(last + 1).some(({ text }) => text === '?');
}

/** The words of tokens, separated by single spaces. */
function plain(tokens: readonly Token[]): string {
  return listWords(tokens).join(' ');
}
