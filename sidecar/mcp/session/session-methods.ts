import { isResourceUri } from '#agents/resources.ts';
import { type Method, readParams } from '../methods/method.ts';
import { METHODS } from '../methods/methods.ts';
import { ResourceParams } from '../methods/resources.ts';
import type { Subscriptions } from '../streams/subscriptions.ts';

/**
 * What a session can ask: all that there is, and for updates of resources on its stream. Undefined
 * of a method that there is not.
 */
export function sessionMethod(
  name: string,
  session: string,
  subscriptions: Subscriptions,
): Method | undefined {
  switch (name) {
    case 'resources/subscribe':
      return (params, { baseUrl }) => {
        const { uri } = readParams(ResourceParams, params);
        // What can never change need not be remembered.
        if (isResourceUri(uri, baseUrl)) subscriptions.add(session, uri);
        return { members: {} };
      };
    case 'resources/unsubscribe':
      return (params) => {
        subscriptions.remove(session, readParams(ResourceParams, params).uri);
        return { members: {} };
      };
    default:
      return METHODS.get(name);
  }
}
