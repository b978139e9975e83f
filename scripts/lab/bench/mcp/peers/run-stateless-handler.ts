import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  BusinessOutput,
  createReviewDesk,
  PeerSettings,
  resultOf,
  SearchInput,
  SearchOutput,
} from './review-desk.ts';

/** The process of a peer: the SDK's own handler for protocol version 2026-07-28. */
function main(settings: PeerSettings): void {
  const desk = createReviewDesk(settings);
  const searchConfig = {
    description: 'Searches reviews.',
    inputSchema: z.object(SearchInput),
    outputSchema: z.object(SearchOutput),
  };
  const businessConfig = {
    description: 'Tells about the business.',
    inputSchema: z.object({}),
    outputSchema: BusinessOutput,
  };
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    server.registerTool('search_reviews', searchConfig, async (input) =>
      resultOf(desk.search(input)),
    );
    server.registerTool('get_business', businessConfig, async () => resultOf(desk.business()));
    return server;
  });
  const answer = toNodeHandler(handler);
  createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    // Its type knows no request without a method, which IncomingMessage might be by its own.
    const { method = 'GET', url = '/' } = request;
    void answer(Object.assign(request, { method, url }), response);
  }).listen(settings.port, '127.0.0.1');
}

main(PeerSettings.parse(JSON.parse(process.argv[2] ?? '')));
