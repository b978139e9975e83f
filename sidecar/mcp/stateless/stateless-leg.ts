import { z } from 'zod';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { DATA_SECURITY } from '../../http/headers.ts';
import { headersAddedTo, type Reply } from '../../http/reply.ts';
import type { Admitted } from '../admitted.ts';
import { currentSource } from '../current-source.ts';
import { Exchange } from '../exchange.ts';
import type { McpParts } from '../mcp-parts.ts';
import { Refusal } from '../refusal.ts';
import { emptyReply, rpcReply } from '../rpc-reply.ts';

type Message = {
  readonly method: string;
  readonly id?: string | number;
  readonly params?: unknown;
};

/** What an exchange ends with whose client went away. */
const CLIENT_CLOSED = 499;

/** Answers a message of 2026-07-28; undefined where nothing more is to be sent. */
export async function replyWithoutSession(
  message: Message,
  admitted: Admitted,
  parts: McpParts,
): Promise<Reply | undefined> {
  const { request, cors } = admitted;
  if (message.method === 'subscriptions/listen') {
    await listen(message, admitted, parts);
    return undefined;
  }
  const exchange = new Exchange(currentSource(parts.current), parts.log);
  const { headers } = request;
  const { status, json } = await parts.stateless.answer({ headers, message }, exchange);
  if (status === CLIENT_CLOSED) return undefined;
  return json === undefined ? emptyReply(status, cors) : rpcReply(status, json, cors);
}

/** Longer than any that clients make. */
const MAX_ID_LENGTH = 256;
/** What a client may leave unread before it is dropped. */
const MAX_UNREAD_UPDATES = 256;

const Listening = z.object({
  notifications: z.object({ resourceSubscriptions: z.array(z.string()) }),
});

/** Whatever is wrong with the filter, the SDK answers; only its length is ours to judge. */
async function listen(
  message: Message,
  { request, response, cors, client }: Admitted,
  { current, streams, updates, stateless }: McpParts,
): Promise<void> {
  const filter = Listening.safeParse(message.params).data?.notifications;
  const uris = new Set(filter?.resourceSubscriptions);
  if (uris.size > MCP_LIMITS.resourcesPerSession) {
    const most = MCP_LIMITS.resourcesPerSession;
    const text = `A subscription can be to ${most} resources; name fewer.`;
    throw new Refusal(400, RPC_CODES.invalidParams, text, { id: message.id ?? null });
  }
  if (String(message.id).length > MAX_ID_LENGTH) {
    const text = `The id of a subscription stands in all that it is sent; take one of ${MAX_ID_LENGTH} characters at most.`;
    throw new Refusal(400, RPC_CODES.invalidParams, text);
  }
  currentSource(current);
  streams.add(client, response);
  let unread = 0;
  const notify = () => {
    unread = response.writableNeedDrain ? unread + 1 : 0;
    if (unread > MAX_UNREAD_UPDATES) response.destroy();
  };
  response.once('close', updates.watch({ uris: () => uris, notify }));
  const headers = [...cors, ...DATA_SECURITY, ...headersAddedTo(response)];
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
  await stateless.listen(request, response, message);
}
