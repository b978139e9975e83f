import type { RowFilter } from '../../sidecar/hub/store/hub-store.ts';
import { CommandError } from '../command.ts';
import { UsageError } from '../command-line/command-line.ts';
import type { HubCall } from './hub.ts';

/** Returns the rows that a call names: those of a callback, for one topic or all, or one by its id. */
export function filterOf({ argument, baseUrl, flags: { topic } }: HubCall): RowFilter {
  if (!/^\d+$/.test(argument)) {
    return { callback: argument, topic: topic?.startsWith('/') ? baseUrl + topic : topic };
  }
  if (topic !== undefined) throw new UsageError('An ID has one topic; omit --topic.');
  return { id: Number(argument) };
}

/** Returns the error for an argument without rows. */
export function unknownTo({ argument, flags: { topic } }: HubCall): CommandError {
  const to = topic === undefined ? '' : ` to ${topic}`;
  return new CommandError(
    `There is no subscription or request${to} for ${argument}; npm run hub -- list shows all of them.`,
  );
}
