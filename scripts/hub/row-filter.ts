import type { RowFilter } from '../../sidecar/hub/store/hub-store.ts';
import { CommandError } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { HubCall } from './hub.ts';

/** The topic that a person means: its URL, or its path. */
export function topicNamed(name: string, baseUrl: string): string {
  return name.startsWith('/') ? baseUrl + name : name;
}

/** The rows that a person means: those of a callback, of one topic if one is named, or one by its id. */
export function filterOf({ argument, flags: { topic } }: HubCall, baseUrl: string): RowFilter {
  if (!/^\d+$/.test(argument)) {
    return { callback: argument, topic: topic && topicNamed(topic, baseUrl) };
  }
  if (topic !== undefined) throw new UsageError('An id has one topic; leave out --topic.');
  return { id: Number(argument) };
}

/** What to say where there is none of them. */
export function unknownTo({ argument, flags: { topic } }: HubCall): CommandError {
  const to = topic === undefined ? '' : ` to ${topic}`;
  return new CommandError(
    `No subscription or request${to} is found for ${argument}; list shows those there are.`,
  );
}
