import { JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import type { Reply } from '../http/reply.ts';
import { uncachedReply } from '../http/uncached-reply.ts';
import type { HubAccess } from '../hub/request/hub-access.ts';
import { describeHub } from './describe-hub.ts';
import { formatStatus } from './format-hub-status.ts';

/** GET of the hub: how it does, and by which rules, as JSON or for people. */
export async function replyWithHubStatus(access: HubAccess, asText: boolean): Promise<Reply> {
  const status = describeHub(access, await access.door.status());
  const headers = ['Vary', 'Accept'];
  return asText
    ? uncachedReply(200, TEXT_TYPE, formatStatus(status), headers)
    : uncachedReply(200, JSON_TYPE, JSON.stringify(status), headers);
}
