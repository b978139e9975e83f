import type { Random } from './random.ts';

const NAME_COUNT = 6000;
const NAME_STARTS =
  'Ash Bar Ben Black Brad Bren Cal Cast Clay Cor Dal Den Dun East Ell Fair Fen Gar Gold Green Hal Har Hol Kel Kin Lang Lin Mar Mel Mor Nor Oak Pem Pres Ray Red Ros Sel Stan Thorn Tre Wal West Win'.split(
    ' ',
  );
const NAME_MIDDLES = ' a e er i en ing le ming ton ber der dow ley low mer mon ner ster wen'.split(
  ' ',
);
const NAME_ENDS =
  'bury by cott dale field ford gate ham hurst land ley man mere more ness port ridge sen shaw son stead stone ton ville well wick wood worth'.split(
    ' ',
  );

/** Draws words as people use them: a few all the time, most of them hardly ever. */
export function createVocabulary(random: Random) {
  const drawFrom = (words: readonly string[]) => {
    const rank = createZipf(words.length, random);
    return () => words[rank()] ?? '';
  };
  return {
    noun: drawFrom(NOUNS),
    verb: drawFrom(VERBS),
    adjective: drawFrom(ADJECTIVES),
    adverb: drawFrom(ADVERBS),
    name: drawFrom(Array.from({ length: NAME_COUNT }, (_, rank) => nameOfRank(rank))),
  };
}

/** Draws ranks from 0 by the law of Zipf and Mandelbrot: weight 1 / (rank + 2.7). */
export function createZipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 2.7);
    sums[rank] = sum;
  }
  return () => {
    const draw = random.next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > draw) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

function nameOfRank(rank: number): string {
  // The stride has no factor in common with the lengths below, so that no two ranks meet soon.
  const place = rank * 7919;
  const start = NAME_STARTS[place % NAME_STARTS.length];
  const middle = NAME_MIDDLES[Math.floor(place / 44) % NAME_MIDDLES.length];
  const end = NAME_ENDS[Math.floor(place / 880) % NAME_ENDS.length];
  return `${start}${middle}${end}`;
}

// Each list begins with its commonest words: the vocabulary draws by rank.

const NOUNS = split(`
  case attorney lawyer office team firm settlement insurance accident claim court process time paperwork
  phone call email question answer family car injury doctor money bill hearing judge client staff
  experience service advice result offer company letter deadline meeting appointment report form
  hospital truck officer police driver husband wife son daughter mother father brother sister
  landlord neighbor contract estate will trust custody divorce ticket license record appeal denial benefit
  paralegal secretary receptionist investigator adjuster witness statement photo video evidence file
  folder signature copy fee retainer invoice payment check account deposit refund discount
  pain surgery treatment therapy recovery knee shoulder neck back wrist concussion
  intersection highway sidewalk staircase parking bumper repair rental wheel helmet bicycle motorcycle
  message voicemail reply update explanation option strategy plan detail mistake delay surprise
  promise concern worry stress relief patience kindness respect trustworthiness honesty compassion
  mediator mediation deposition discovery trial verdict jury motion petition affidavit subpoena
  guardian probate executor inheritance deed mortgage lease eviction permit zoning easement
  employer supervisor coworker paycheck overtime severance harassment discrimination retaliation
  passport visa interview translator citizenship asylum sponsor
  holiday weekend morning afternoon evening winter summer lobby elevator coffee waiting-room website
  portal password scanner envelope calendar spreadsheet postage courier
`);

const VERBS = split(`
  handled explained called answered helped settled reviewed prepared filed fought returned
  resolved finished started sent received signed promised checked found asked listened
  negotiated represented recommended guided supported followed investigated argued convinced closed
  accepted refused denied delayed ignored lost forgot missed misplaced changed corrected confirmed
  postponed scheduled canceled copied scanned mailed forwarded translated drafted revised
  collected recovered refunded charged reduced waived doubled estimated documented photographed
  questioned interviewed deposed subpoenaed appealed withdrew dismissed overturned
  reassured comforted welcomed surprised impressed disappointed frustrated
`);

const ADJECTIVES = split(`
  good great professional helpful friendly quick clear honest kind responsive excellent knowledgeable patient
  long difficult slow fair happy new final whole serious complicated expensive free easy
  attentive thorough caring compassionate prompt courteous respectful organized dedicated experienced
  confused frustrated disappointed rude late unclear careless cold impatient disorganized
  medical legal local small large private written signed missing original additional
  affordable reasonable outrageous hidden unexpected painful stressful overwhelming exhausting
  tireless meticulous relentless sincere approachable articulate diligent empathetic transparent
  bilingual downtown upstairs virtual remote overdue incomplete duplicate handwritten illegible
`);

const ADVERBS = split(`
  quickly always really very never finally clearly immediately patiently honestly professionally
  eventually carefully promptly regularly rarely barely repeatedly thoroughly gently politely
  unfortunately surprisingly gladly calmly firmly openly privately personally diligently tirelessly
  reluctantly hastily vaguely grudgingly
`);

function split(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}
