import assert from 'node:assert/strict';
import { MCP_PATH } from '#agents/server-info.ts';
import { CLIENT_INFO, STATELESS_VERSION } from '../../support/mcp-client.ts';

/** A client of the older SDK, which has only sessions, or of the newer one with a negotiation. */
export type SdkMode = 'older' | 'auto' | 'legacy' | { readonly pin: string };

/** Connects a client. The clients of both SDKs have the same form. */
export async function connectSdk(url: string, mode: SdkMode) {
  const { client, transport, hear } = await createSdkClient(url, mode);
  // The classes of the SDKs do not agree on which properties may be undefined.
  await Reflect.apply(client.connect, client, [transport]);
  const version = transport.protocolVersion;
  return {
    client,
    version,
    sessionId: transport.sessionId,
    callTool: (name: string, given: object): Promise<Record<string, unknown>> =>
      client.callTool({ name, arguments: { ...given } }),
    readText: async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && 'text' in content ? content.text : assert.fail(`${uri} is no text`);
    },
    /** Subscribes, and calls `notify` at each update. Resolves to a function that unsubscribes. */
    subscribe: async (uris: readonly string[], notify: (uri: string) => void) => {
      hear(notify);
      if ('listen' in client && version === STATELESS_VERSION) {
        const { close } = await client.listen({ resourceSubscriptions: [...uris] });
        return close;
      }
      for (const uri of uris) await client.subscribeResource({ uri });
      return async () => {
        for (const uri of uris) await client.unsubscribeResource({ uri });
      };
    },
  };
}

const UPDATED = 'notifications/resources/updated';

/** Loads an SDK only when it is needed, as each takes a moment. */
async function createSdkClient(url: string, mode: SdkMode) {
  const address = new URL(MCP_PATH, url);
  if (mode !== 'older') {
    const sdk = await import('@modelcontextprotocol/client');
    const client = new sdk.Client(CLIENT_INFO, { versionNegotiation: { mode } });
    const hear = (notify: (uri: string) => void) =>
      client.setNotificationHandler(UPDATED, ({ params }) => notify(params.uri));
    return { client, transport: new sdk.StreamableHTTPClientTransport(address), hear };
  }
  const sdk = await import('@modelcontextprotocol/sdk/client/index.js');
  const http = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const types = await import('@modelcontextprotocol/sdk/types.js');
  const client = new sdk.Client(CLIENT_INFO);
  const hear = (notify: (uri: string) => void) =>
    client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, ({ params }) =>
      notify(params.uri),
    );
  return { client, transport: new http.StreamableHTTPClientTransport(address), hear };
}
