import { createServer } from 'node:http';
import { z } from 'zod';
import { createReviewDesk, PeerSettings, resultOf } from './review-desk.ts';

const Call = z.object({
  id: z.number(),
  params: z.object({ name: z.string(), arguments: z.unknown() }),
});

/** The process of a peer: node:http that answers the calls and heeds no protocol. */
function main(settings: PeerSettings): void {
  const desk = createReviewDesk(settings);
  const answer = (body: Buffer) => {
    const { id, params } = Call.parse(JSON.parse(body.toString()));
    const content =
      params.name === 'search_reviews' ? desk.searchAsAsked(params.arguments) : desk.business();
    return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(content) }));
  };
  createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      // A probe whether it listens has no body.
      if (request.method !== 'POST') return response.writeHead(405).end();
      const body = answer(Buffer.concat(chunks));
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      });
      return response.end(body);
    });
  }).listen(settings.port, '127.0.0.1');
}

main(PeerSettings.parse(JSON.parse(process.argv[2] ?? '')));
