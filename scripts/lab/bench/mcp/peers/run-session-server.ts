import { randomUUID } from 'node:crypto';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import {
  BusinessOutput,
  createReviewDesk,
  PeerSettings,
  resultOf,
  SearchInput,
  SearchOutput,
} from './review-desk.ts';

/** The process of a peer: a server with sessions as the SDK's own examples have it. */
function main(settings: PeerSettings): void {
  const desk = createReviewDesk(settings);
  const transports = new Map<string, StreamableHTTPServerTransport>();

  const createServer = () => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    server.registerTool(
      'search_reviews',
      { description: 'Searches reviews.', inputSchema: SearchInput, outputSchema: SearchOutput },
      async (input) => resultOf(desk.search(input)),
    );
    server.registerTool(
      'get_business',
      { description: 'Tells about the business.', inputSchema: {}, outputSchema: BusinessOutput },
      async () => resultOf(desk.business()),
    );
    return server;
  };

  const openTransport = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: settings.isJson,
      onsessioninitialized: (id) => {
        transports.set(id, transport);
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) transports.delete(transport.sessionId);
    };
    await createServer().connect(transport);
    return transport;
  };

  const app = createMcpExpressApp();
  app.post('/mcp', async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? transports.get(id) : undefined;
    if (known !== undefined) await known.handleRequest(request, response, request.body);
    else if (id === undefined && isInitializeRequest(request.body)) {
      const transport = await openTransport();
      await transport.handleRequest(request, response, request.body);
    } else {
      const [status, code, message] =
        id === undefined ? [400, -32000, 'No session id'] : [404, -32001, 'Session not found'];
      response.status(Number(status)).json({ jsonrpc: '2.0', error: { code, message }, id: null });
    }
  });
  const server = app.listen(settings.port, '127.0.0.1');
  server.keepAliveTimeout = 65_000;
}

main(PeerSettings.parse(JSON.parse(process.argv[2] ?? '')));
