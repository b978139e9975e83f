import type { RowFilter } from '../../sidecar/hub/store/hub-store.ts';
import { CommandError } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { HubCall } from './hub.ts';

/** Returns the topic that a person names by its URL or its path. */
export function topicNamed(name: string, baseUrl: string): string {
  return name.startsWith('/') ? baseUrl + name : name;
}

/**
 * Returns the rows that a person names: those of a callback, of one topic if one is named, or one
 * by its id.
 */
export function filterOf({ argument, flags: { topic } }: HubCall, baseUrl: string): RowFilter {
  if (!/^\d+$/.test(argument)) {
    return { callback: argument, topic: topic && topicNamed(topic, baseUrl) };
  }
  if (topic !== undefined) throw new UsageError('An id has one topic; omit --topic.');
  return { id: Number(argument) };
}

/** Returns the error for an argument without rows. */
export function unknownTo({ argument, flags: { topic } }: HubCall): CommandError {
  const to = topic === undefined ? '' : ` to ${topic}`;
  return new CommandError(
    `There is no subscription or request${to} for ${argument}; list shows all of them.`,
  );
}
