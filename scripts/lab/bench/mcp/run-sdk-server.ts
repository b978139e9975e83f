// The process of the peer: the tools of the service on the server of the SDK, as in its examples.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { getBusiness } from '#agents/tools/business.ts';
import { searchReviews } from '#agents/tools/reviews.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { sourceOf } from '../../../../tests/support/review-source.ts';
import { BASE_URL } from '../programs.ts';

const [port, contentDir = ''] = process.argv.slice(2);
const { content } = loadContent(contentDir);
const source = sourceOf(createDataset(content, BASE_URL, createAnnotator()));
/** The tools check their arguments themselves, so that the SDK has the least to do. */
const schema = z.looseObject({});

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  for (const { name, summary, call } of [searchReviews, getBusiness]) {
    const config = { description: summary, inputSchema: schema, outputSchema: schema };
    server.registerTool(name, config, async (input: z.infer<typeof schema>) => {
      const answer = await call(input, source);
      if (!answer.ok) throw new Error(answer.message);
      const content = [{ type: 'text' as const, text: JSON.stringify(answer.answer) }];
      return { content, structuredContent: schema.parse(answer.answer) };
    });
  }
  return server;
});
const answer = toNodeHandler(handler);
createServer((request, response) => {
  const { method = 'GET', url = '/' } = request;
  void answer(Object.assign(request, { method, url }), response);
}).listen(Number(port), '127.0.0.1');
