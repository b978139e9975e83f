import { TRADES } from '#dataset/schema/stored-aspects.ts';
import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { type Profile, renderLine } from '../content/init/starter.ts';
import type { Plan } from './plan/plan.ts';
import { amount } from './report.ts';
import type { StoredContent } from './stored-content.ts';

export function remarkOnVerification({ added }: Plan): string[] {
  const pending = added.filter(({ isPending }) => isPending);
  const doubted = pending.filter(({ incoming }) => incoming.isVouched === false).length;
  const sources = new Set(pending.map(({ incoming }) => incoming.sourceName));
  const commands = [...sources].map((source) => `npm run verify -- --source ${quoted(source)}`);
  const others = pending.length - doubted;
  return [
    ...(doubted === 0
      ? []
      : [
          `${amount(doubted, 'new review')} ${isOrAre(doubted)} pending, so not published: the source does not state that it verified them.`,
        ]),
    ...(others === 0
      ? []
      : [
          `${amount(others, 'new review')} ${isOrAre(others)} pending, so not published. If the platform vouches for them: ${commands.join(' or ')}`,
        ]),
  ];
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** Returns a text as one word of a shell. */
function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export function remarkOnAspects({ added }: Plan, { hasAspects }: StoredContent): string[] {
  if (hasAspects || added.length === 0) return [];
  return [
    `There is no aspects.yaml, so praise and criticism are found with the general list: put "use:" and your trade into one (${TRADES.join(', ')}); npm run insights -- --suggest proposes more terms from the reviews.`,
  ];
}

const WORTH_ADDING = ['telephone', 'address', 'geo', 'openingHours', 'foundingDate'] as const;

export function remarkOnBusiness(business: StoredBusiness, profile: Profile): string[] {
  const missing = WORTH_ADDING.filter((key) => profile[key] !== undefined && !business[key]);
  if (missing.length === 0) return [];
  const lines = missing.map((key) => renderLine(key, profile[key]));
  return [
    `The export has facts that business.yaml lacks; add them if they are right: ${lines.join(' ')}`,
  ];
}
