import type { Sentence } from '#insights/text/segment-text.ts';
import type { Token } from '#insights/text/tokenize.ts';

/** How a clause is meant: as a fact, or as something that is not a fact about the business. */
export type Mode = 'fact' | 'question' | 'wish' | 'condition' | 'irony';

const WISH =
  /^hoping\b|\b(?:i|we) (?:expected|was expecting|were expecting|was afraid|were afraid)\b|^may (?:they|you|he|she|it) |\b(?:i'd|i would|we'd|we would) (?:love|like|prefer|appreciate) (?:a|an|some|more)\b|\b(?:i|we) (?:was|were) (?:promised|sold)\b|\b(?:i|we) (?:just |really |only |do |still )?(?:wish|hope)\b|^(?:just |only )?wish(?:ed|ing)?\b|\b(?:was|were|am|are) (?:just |really )?hoping\b|\bhad hoped\b|\bif only\b|^hope(?:fully)?\b|\bfingers crossed\b|\ball (?:i|we) (?:ever )?(?:want|wanted|asked|ask) (?:was|is|for)\b|\b(?:i|we)(?:'d| would)(?: have| 've|'ve)? (?:liked|loved|like to have|love to have|preferred|appreciated)\b/;

/** What would have been was not. “Could not have been kinder” was, and “would not have without them” praises. */
const UNREAL =
  /\b(?:would|could|might|may|'d) (?:have|'ve|of)\b|\b(?:would|could|might)'?ve\b|\b(?:it|that) (?:would|could|might)(?: really)? be (?:so |really |very )?(?:nice|great|good|helpful|better|appreciated)\b|^would be (?:so |really |very )?(?:nice|great|good|helpful|better|appreciated)\b|\bwould(?:'ve| have) gone a long way\b|\bin a perfect world\b|^(?:i|we) (?:could|can) (?:see|imagine)\b|\b(?:someone|somebody|one) (?:could|might)\b|\bi would think\b|\bused to be\b|\b(?:i'll|i will|we'll|will|would) (?:\w+ )+(?:if|once|unless) (?:they|he|she|you|this|it)\b/;
const REAL = /\b(?:than|not|n't|never|without|nothing|nobody|no one|hardly)\b|n't\b/;

/** A condition begins the clause; what follows after a comma is a clause of its own. */
const CONDITION =
  /^(?:and |but |so |even )?(?:if|unless|suppose|supposing|provided|assuming|as long as|in case|let's say|lets say|say) |^(?:were|had|should) (?:i|we|they|he|she|you) /;
const OFFER = /\b(?:would|'ll|will|i'd|we'd|'d)\b/;

/** Advice about anybody of the trade: “Never hire a lawyer who …”, “A good lawyer should …”. */
const ADVICE =
  /^you should\b|^(?:do not|don't|dont|never) settle for\b|^(?:always|never|do not|don't|dont|make sure|be sure|be|check|bring|read|get|ask|keep|hire|choose|pick|find|take) (?:.* )?(?:a|an|any|your|you|everything) |^(?:a|an|any|every|all|good) (?:\w+ )?(?:lawyers?|attorneys?|firms?|doctors?|dentists?|hotels?|restaurants?|plumbers?|companies|company|business) (?:should|must|ought|needs? to|has to|would|could|might|may|can)\b|\byou should (?:never |not |always )?have to\b/;
const ABOUT_THESE = /\b(?:this|these|those|them|they|he|she|here|him|her|our|my)\b/;

/** “My son asked if it meant that we won.” */
const REPORTED =
  /\b(?:ask|asks|asked|asking|wonder|wonders|wondered|wondering) (?:me |us |him |her |them |about )*(?:if|whether)\b|^(?:not sure|unsure|no idea|curious|trying to find out) (?:if|whether)\b|^(?:can|could|does|do|has|is) (?:someone|anyone|anybody|somebody)\b|\bwhether\b.* or not\b/;

/** Praise that is none: patterns, not understanding. */
const IRONY: readonly RegExp[] = [
  /\bthanks?(?: you)? (?:a lot )?for (?:nothing|wasting|losing|ignoring|ruining|making me wait)\b/,
  /\b(?:great|good|nice|excellent|fantastic|wonderful|amazing|way to|super) (?:job|work|going|way) (?:\w+ )?(?:\w+ing|to (?:lose|ruin|waste|ignore))\b/,
  /\b(?:real|really|very|so|such|truly|how) (?:professional|classy|helpful|nice|mature|kind|caring|compassionate|honest)\b,? (?:\w+ing|to (?:hang|ignore|yell|leave|make))\b/,
  /\bgood luck (?:getting|with|reaching|trying|finding|hearing)\b/,
  /\bif you (?:like|love|enjoy|want|don't mind|dont mind) (?:being|to be|getting|waiting|paying|excuses|elevator|voicemail|surprises|rude|bad|poor|cold|dirty)\b/,
  /\b(?:great|perfect|good|ideal|excellent|the place|your place)(?: \w+)? (?:if|for) you (?:like|love|enjoy|want)\b/,
  /\bwhat a (?:joke|surprise|shock|treat|way to)\b/,
  /\b(?:must be|nice to know|how nice|good to know|apparently|congrat\w*|bravo|kudos|slow clap|imagine|shocker)\b/,
  /\banother (?:satisfied|happy) (?:customer|client)\b|\bnot$/,
  /^(?:i |just |gotta |you gotta |don't you )?love(?:d)? (?:how|when|that|talking|being|getting|waiting|paying|sitting|listening)\b/,
  /\b(?:truly|really|quite) (?:impressive|amazing|remarkable) (?:how|that)\b/,
  /^i'm sure\b/,
  /\bsaid (?:no one|nobody)\b/,
  /^(?:wonderful|amazing|funny|great|nice|impressive|incredible|lovely|interesting) how\b/,
  /\blucky (?:me|us)\b|\bwell done (?:you|for|on)\b|\boscar for\b|\bvanishing act\b/,
  /\bthank(?:s| you)(?: so much| a lot| very much)? for (?:the|that|your) (?:\w+ )?(?:surprise|lies|lie|headache|stress|runaround|waste|nothing)\b/,
];

/** How each clause of a sentence is meant. It looks at patterns of words, in the clause and around it. */
export function modesOf({ tokens, clauses }: Sentence): Mode[] {
  if (isAsked(tokens)) return clauses.map(() => 'question');
  const isParted = clauses.some((clause) => clause.tokens.length !== tokens.length);
  const isIronic = isParted && soundsIronic(plain(tokens));
  const modes: Mode[] = [];
  for (const clause of clauses) modes.push(modeOf(clause.tokens, isIronic, modes.at(-1)));
  return modes;
}

function modeOf(clause: readonly Token[], isIronic: boolean, before: Mode | undefined): Mode {
  const text = plain(clause);
  if (REPORTED.test(text)) return 'question';
  if (isIronic || soundsIronic(text) || isScare(clause)) return 'irony';
  if (WISH.test(text) || (before === 'wish' && !/^(?:they|he|she|it|this) /.test(text)))
    return 'wish';
  if (UNREAL.test(text) && !REAL.test(text)) return 'condition';
  if (before === 'condition' && /^(?:it|that) /.test(text)) return 'condition';
  if (CONDITION.test(text)) return 'condition';
  if (before === 'condition' && OFFER.test(text)) return 'condition';
  if (ADVICE.test(text) && !ABOUT_THESE.test(text)) return 'condition';
  return 'fact';
}

function soundsIronic(text: string): boolean {
  return IRONY.some((pattern) => pattern.test(text));
}

/** Whether a few words stand in quotation marks: “what a joke of "communication"”. */
function isScare(tokens: readonly Token[]): boolean {
  const marks = tokens.flatMap(({ text }, place) => (/^["“”]$/.test(text) ? [place] : []));
  const [open, close] = marks;
  return open !== undefined && close !== undefined && close - open <= SCARE_WORDS + 1;
}

/** More words in quotation marks are what somebody said. */
const SCARE_WORDS = 4;

/** Whether a question mark stands at the end, alone or among other marks. */
function isAsked(sentence: readonly Token[]): boolean {
  const last = sentence.findLastIndex(({ isWord }) => isWord);
  return sentence.slice(last + 1).some(({ text }) => text === '?');
}

/** The words of some tokens, with single spaces. */
function plain(tokens: readonly Token[]): string {
  return tokens.flatMap(({ text, isWord }) => (isWord ? [text] : [])).join(' ');
}
