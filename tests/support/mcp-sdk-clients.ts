import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as SessionClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as SessionTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

type Arguments = Readonly<Record<string, unknown>>;
type Named = { readonly name: string };
type Reference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** What tests ask a client of an SDK for, whichever it is. */
export type McpClient = {
  /** The revision that it agreed on with the service. */
  readonly version: string | undefined;
  readonly server: Named | undefined;
  readonly instructions: string | undefined;
  /** Of clients that have one. */
  readonly sessionId: () => string | undefined;
  readonly listTools: () => Promise<readonly Named[]>;
  readonly callTool: (name: string, given: Arguments) => Promise<Record<string, unknown>>;
  readonly listResources: () => Promise<readonly { readonly uri: string }[]>;
  readonly listTemplates: () => Promise<readonly { readonly uriTemplate: string }[]>;
  readonly readText: (uri: string) => Promise<string>;
  readonly listPrompts: () => Promise<readonly Named[]>;
  readonly getPrompt: (name: string, given: Record<string, string>) => Promise<string>;
  readonly complete: (ref: Reference, name: string, value: string) => Promise<readonly string[]>;
  /** Resolves with what unsubscribes, once it is subscribed. `hear` is told of each update. */
  readonly subscribe: (
    uris: readonly string[],
    hear: (uri: string) => void,
  ) => Promise<() => Promise<void>>;
  /** Rejects where the revision knows no ping. */
  readonly ping: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** How the client of the newer SDK finds out what a service speaks. */
export type Negotiation = 'auto' | 'legacy' | { readonly pin: string };

const INFO = { name: 'tests', version: '1.0.0' };

/** The client of the SDK that most agents have. */
export async function connectSessionClient(url: string): Promise<McpClient> {
  const client = new SessionClient(INFO);
  const transport = new SessionTransport(new URL('/mcp', url));
  // The SDK's classes do not agree on which properties may be undefined.
  await Reflect.apply(client.connect, client, [transport]);
  return {
    ...common(client),
    version: transport.protocolVersion,
    sessionId: () => transport.sessionId,
    ping: () => client.ping(),
    subscribe: async (uris, hear) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
        hear(params.uri),
      );
      return subscribeAll(client, uris);
    },
  };
}

/** The client of the newer SDK, which speaks the revision without sessions as well. */
export async function connectClient(url: string, mode: Negotiation): Promise<McpClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url));
  await client.connect(transport);
  const isModern = client.getNegotiatedProtocolVersion() === '2026-07-28';
  return {
    ...common(client),
    version: client.getNegotiatedProtocolVersion(),
    sessionId: () => transport.sessionId,
    ping: () => client.ping(),
    subscribe: async (uris, hear) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
        hear(params.uri),
      );
      if (isModern) {
        const { close } = await client.listen({ resourceSubscriptions: [...uris] });
        return close;
      }
      return subscribeAll(client, uris);
    },
  };
}

async function subscribeAll(client: Client | SessionClient, uris: readonly string[]) {
  for (const uri of uris) await client.subscribeResource({ uri });
  return async () => {
    for (const uri of uris) await client.unsubscribeResource({ uri });
  };
}

/** What both clients do in the same way. */
function common(client: Client | SessionClient) {
  return {
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name: string, given: Arguments) =>
      client.callTool({ name, arguments: { ...given } }),
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    readText: async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      if (content && 'text' in content && typeof content.text === 'string') return content.text;
      throw new Error(`${uri} is no text.`);
    },
    listPrompts: async () => (await client.listPrompts()).prompts,
    getPrompt: async (name: string, given: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
    },
    complete: async (ref: Reference, name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values,
    close: () => client.close(),
  };
}
