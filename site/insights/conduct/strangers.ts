import { FUNCTION_WORDS } from '#insights/aspects/function-words.ts';
import { IRREGULAR_WORDS } from '#insights/aspects/irregular-words.ts';
import type { Referent } from './referent.ts';
import { isPlural, singular, type Word } from './words.ts';

/**
 * “The bailiff”, “my chiropractor”: a person of no business that is reviewed here. Persons are known by
 * what they are called after, what they do; things that end alike are left out.
 */
export function strangerAt(words: readonly Word[], place: number): Referent | undefined {
  const text = words[place]?.text ?? '';
  if (!DOER.test(text) || THINGS.has(singular(text)) || FUNCTION_WORDS.has(text)) return undefined;
  if (!STRANGE.has(words[place - 1]?.text ?? '') || words[place]?.isMarked) return undefined;
  const next = words[place + 1];
  // “The computer system”, “the order form”: no person, where another noun follows.
  if (next && !next.isMarked && !FUNCTION_WORDS.has(next.text) && !/ed$/.test(next.text)) {
    if (!IRREGULAR_WORDS.has(next.text) && !/s$/.test(next.text)) return undefined;
  }
  const kind = { isPerson: !isPlural(text), isPeer: false, isDefinite: true };
  return { side: 'other', from: place, to: place + 1, ...kind };
}

/** What somebody who does something is called by. */
export const DOER = /^\w{3,}(?:er|or|ist|ian|iff)s?$/;
const STRANGE: ReadonlySet<string> = new Set(['the', 'my', 'our', 'his', 'her', 'that', 'some']);
const THINGS: ReadonlySet<string> = new Set(
  `letter number offer answer matter paper dinner supper computer manner order water weather shower theater
   theatre center corner folder burger butter power tower flower counter heater cover cooler dryer toaster
   register chapter disaster mirror elevator escalator summer winter printer door floor color colour
   interior exterior error favor flavor flavour factor humor honor labor decor liquor character quarter
   transfer chatter laughter wonder fever cancer better worse lower higher later latter former upper outer
   inner other over ever either rather whether after layer filter monitor motor timer meter trailer
   container router charger player speaker roller scooter sweater timber lumber gutter shutter boiler
   freezer refrigerator dishwasher washer air chair pair repair hair career cheer beer gear year buffer
   minor major prior senior junior prayer power paperwork master order poster sticker cracker
   experience corridor sensor tractor vapor dinner breakfast list waitlist checklist twist mist wrist
   assist exist resist customer consumer client member user guest visitor traveler traveller passenger
   barrier tier pier`.match(/\S+/g),
);
