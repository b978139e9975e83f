import { CLIENT_INFO, message, POST_HEADERS, send } from './mcp-requests.ts';

export const STATELESS_VERSION = '2026-07-28';

/** What every request of 2026-07-28 says of its client. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
};

type Params = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** The parameters that the header Mcp-Name repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** A request of 2026-07-28. */
export function statelessMessage(method: string, params: Params = {}, id: unknown = 1) {
  return message(method, { ...params, _meta: ENVELOPE }, id);
}

/** The headers that go with it. */
export function statelessHeaders(method: string, params: Params = {}): Headers {
  const name = params[NAMED_BY[method] ?? ''];
  return {
    ...POST_HEADERS,
    'MCP-Protocol-Version': STATELESS_VERSION,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': String(name) }),
  };
}

/** Asks as a client of 2026-07-28 does. */
export function askStateless(
  url: string,
  method: string,
  params: Params = {},
  { id = 1, headers = {} }: { readonly id?: unknown; readonly headers?: Headers } = {},
) {
  return send(url, {
    headers: { ...statelessHeaders(method, params), ...headers },
    body: statelessMessage(method, params, id),
  });
}
