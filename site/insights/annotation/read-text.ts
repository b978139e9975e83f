import type { Vocabulary } from '#dataset/annotate.ts';
import type { About } from '#dataset/schema/stored-review.ts';
import type { AspectModel } from '#insights/aspects/aspect-model.ts';
import type { AspectMatch } from '#insights/aspects/find-aspects.ts';
import { createAspectReader } from '#insights/aspects/read-aspects.ts';
import { createConductReader, type PersonalConduct } from '#insights/conduct/conduct.ts';
import type { Conduct } from '#insights/conduct/conduct-of.ts';
import { type Mode, modesOf } from '#insights/conduct/modes.ts';
import { NO_PEOPLE, type People } from '#insights/conduct/people.ts';
import { readRegret } from '#insights/conduct/read-regret.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import { judgeTokens } from '#insights/polarity/polarity.ts';
import type { Clause } from '#insights/text/cut-clauses.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { listWords, type Token } from '#insights/text/tokenize.ts';
import { wordSet } from '#insights/text/word-lists.ts';
import { createNameHider } from './hide-names.ts';
import { type Counting, createSentenceJudge, type Opinion } from './judge-text.ts';

/** The reading of a clause. */
export type ReadClause = Opinion & {
  readonly clause: Clause;
  readonly about: About;
  /** The words, folded, that name someone else, if there are any. */
  readonly other?: string;
  /** The mode in which the clause is meant, such as a fact. */
  readonly mode: Mode;
  readonly aspects: readonly AspectMatch[];
  /** The ids of the people of the business whom it praises or blames, if it does. */
  readonly people: readonly string[];
};

/** The reading of a sentence, and its opinions of the business as a whole. */
type ReadSentence = {
  readonly clauses: readonly ReadClause[];
  /** One opinion; two if a sentence praises and blames; none if it is about someone else. */
  readonly opinions: readonly Opinion[];
};

/** A text to be read, with the stars of its review. */
type RatedText = { readonly reviewBody: string; readonly rating: number };

/**
 * Reads English texts clause by clause: whose conduct, which mode, which aspects, praise or blame.
 * Conduct of someone else, questions, wishes and suppositions take no side; regrets and irony
 * praise nothing.
 */
export function createReader(
  vocabulary: Vocabulary,
  judge: JudgeTokens = judgeTokens,
  sure = CONFIDENT,
  lawModel?: AspectModel,
): (text: RatedText) => readonly ReadSentence[] {
  const readAspects = createAspectReader(vocabulary, lawModel);
  const readConduct = createConductReader(vocabulary);
  const hideNames = createNameHider(vocabulary);
  const judgeSentence = createSentenceJudge(judge, sure);
  return ({ reviewBody, rating }) => {
    const sentences = segmentText(reviewBody);
    const conducts = readConduct(sentences, reviewBody);
    return sentences.map((sentence, index) => {
      const modes = modesOf(sentence, rating);
      const meant = sentence.clauses.map((clause, place) => {
        const [conduct, mode] = [conducts[index]?.[place] ?? BUSINESS, modes[place] ?? 'fact'];
        // Judged with names hidden, and with regrets read as facts.
        const words = (mode === 'regret' && readRegret(clause.tokens)) || clause.tokens;
        const stated = { ...clause, tokens: hideNames(words, reviewBody) };
        return { clause, stated, conduct, mode };
      });
      const clauses = meant.map(({ stated }) => stated);
      const stated = { tokens: clauses.flatMap(({ tokens }) => tokens), clauses };
      const judged = judgeSentence(stated, meant.map(countingOf), rating);
      return {
        clauses: meant.map(({ clause, stated: { tokens }, conduct, mode }, place): ReadClause => {
          const opinion = judged.clauses[place] ?? SILENT;
          return {
            ...opinion,
            clause,
            about: aboutOf(conduct, mode, opinion),
            ...(conduct.by !== undefined && { other: conduct.by }),
            mode,
            aspects: readAspects(wordsSaid(tokens)),
            people: peopleIn(opinion, conduct.people),
          };
        }),
        opinions: meant.every(({ conduct }) => conduct.whose === 'other') ? [] : judged.opinions,
      };
    });
  };
}

const LEARNED_ELSEWHERE =
  /\bhad to (?:find out|learn|hear)\b|\b(?:found out|find out|learned|learnt|heard) (?:from|through)\b/;
/** Words that begin a piece of news, at least two words later: “from my aunt that we had won”. */
const LEARNED = wordSet('that my our we they it how when');

/** Omits the news in a clause: “I had to find out elsewhere that we had settled.” */
function wordsSaid(tokens: readonly Token[]): readonly string[] {
  const words = listWords(tokens);
  const text = words.join(' ');
  const found = LEARNED_ELSEWHERE.exec(text);
  if (!found) return words;
  const from = text.slice(0, found.index + found[0].length).split(' ').length;
  const learned = words.findIndex(
    (word, place) => (word === 'that' && place >= from) || (place > from && LEARNED.has(word)),
  );
  return learned > 0 ? words.slice(0, learned) : words;
}

function peopleIn({ label }: Opinion, { praise, blame }: People): readonly string[] {
  if (label === 'neutral') return [];
  return label === 'positive' ? praise : blame;
}

type Meant = { readonly conduct: Conduct; readonly mode: Mode };

const BUSINESS: PersonalConduct = { whose: 'business', people: NO_PEOPLE };
const SILENT: Opinion = { label: 'neutral', score: 0, confidence: 0 };

function countingOf({ conduct: { whose }, mode }: Meant): Counting {
  if (whose === 'other') return 'nothing';
  if (mode === 'irony' || mode === 'regret') return whose === 'doubtful' ? 'nothing' : 'blame';
  if (mode !== 'fact') return 'nothing';
  return whose === 'doubtful' ? 'praise' : 'all';
}

/** Conduct that may be someone else's counts as theirs, unless it is praise or not a fact. */
function aboutOf({ whose }: Conduct, mode: Mode, { label }: Opinion): About {
  if (whose === 'doubtful') {
    return label === 'positive' || mode !== 'fact' ? 'business' : 'other';
  }
  return whose;
}
