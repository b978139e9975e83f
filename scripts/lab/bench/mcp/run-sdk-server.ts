// The process of a peer: the tools of the service on the server of an SDK, as in its examples.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer as SessionServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { getBusiness } from '#agents/tools/business.ts';
import { searchReviews } from '#agents/tools/reviews.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { sourceOf } from '../../../../tests/support/review-source.ts';
import { BASE_URL } from '../programs.ts';

const [port, era, contentDir = ''] = process.argv.slice(2);
const { content } = loadContent(contentDir);
const source = sourceOf(createDataset(content, BASE_URL, createAnnotator()));
/** The tools check their arguments themselves, so that the SDK has the least to do. */
const schema = z.looseObject({});

const tools = [searchReviews, getBusiness].map(({ name, summary, call }) => ({
  name,
  config: { description: summary, inputSchema: schema, outputSchema: schema },
  call: async (input: z.infer<typeof schema>) => {
    const answer = await call(input, source);
    if (!answer.ok) throw new Error(answer.message);
    const content = [{ type: 'text' as const, text: JSON.stringify(answer.answer) }];
    return { content, structuredContent: schema.parse(answer.answer) };
  },
}));

/** Makes a server with one session. */
async function serveSession(): Promise<void> {
  const server = new SessionServer({ name: 'peer', version: '1.0.0' });
  for (const { name, config, call } of tools) server.registerTool(name, config, call);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: true,
  });
  await server.connect(transport);
  const app = createMcpExpressApp();
  app.post('/mcp', async (request, response) => {
    await transport.handleRequest(request, response, request.body);
  });
  app.listen(Number(port), '127.0.0.1');
}

function serveStateless(): void {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    for (const { name, config, call } of tools) server.registerTool(name, config, call);
    return server;
  });
  const answer = toNodeHandler(handler);
  createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    void answer(Object.assign(request, { method, url }), response);
  }).listen(Number(port), '127.0.0.1');
}

if (era === 'sessions') await serveSession();
else serveStateless();
