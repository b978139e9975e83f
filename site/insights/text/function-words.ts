import { wordSet } from './word-set.ts';

/**
 * Folded words that carry grammar and no subject: articles, pronouns, prepositions, conjunctions,
 * auxiliaries, and adverbs of degree and negation. They have no inflected forms.
 */
export const FUNCTION_WORDS = wordSet(`a an the this that these those
   i me my mine myself we us our ours ourselves you your yours yourself yourselves
   he him his himself she her hers herself it its itself they them their theirs themselves
   who whom whose which what where when why how
   about above after against along among around as at before behind below beneath beside between
   beyond by despite down during except for from in inside into near of off on onto out outside over
   per since through throughout till to toward towards under until up upon via with within without
   and but or nor so yet if because although though while whereas unless than then
   am is are was were be been being have has had having do does did doing done
   will would shall should can could may might must
   not no never neither none
   very too so quite rather just even ever also only more most much many few less least such
   all any both each every either some there here now again still once`);
