import { Active, Ended, Pending } from './rows.ts';

/** The id of the active subscription that a request, called held, is about. */
export const ACTIVE_ID = `(SELECT active.id FROM testimony_subscriptions AS active
  WHERE held.state = 'pending' AND active.pair = held.pair AND active.state = 'active')`;

const NAMES = new Set([Pending, Active, Ended].flatMap(({ shape }) => Object.keys(shape)));
const COLUMNS = Array.from(NAMES, (name) => {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${name === 'activeId' ? ACTIVE_ID : `held.${column}`} AS "${name}"`;
}).join(', ');

/** Returns a statement that selects rows of the table, called held, under the names in rows.ts. */
export function selectRows(condition: string): string {
  return `SELECT ${COLUMNS} FROM testimony_subscriptions AS held ${condition}`;
}

/** The columns that all ends share: neither secrets nor clients are kept. */
export const END = `state = 'ended', secret = NULL, client = NULL, attempts = 0,
  failed_at = NULL, fault = NULL`;
