// The process of the peer: posts the body of a topic to callbacks, and keeps no record of it.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Agent } from 'undici';
import { z } from 'zod';

const Order = z.object({
  topicUrl: z.string(),
  callbacks: z.array(z.string()),
  connections: z.number(),
});

async function post({ topicUrl, callbacks, connections }: z.infer<typeof Order>): Promise<void> {
  const topic = await fetch(topicUrl);
  const body = await topic.bytes();
  const headers = {
    'content-type': topic.headers.get('content-type') ?? '',
    link: topic.headers.get('link') ?? '',
  };
  const agent = new Agent({ connections });
  const rest = callbacks.values();
  const postRest = async () => {
    for (const callback of rest) {
      const { origin, pathname: path } = new URL(callback);
      const answer = await agent.request({ origin, path, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, postRest));
  await agent.close();
}

createServer(async (request, response) => {
  if (request.method === 'POST') await post(Order.parse(await json(request)));
  response.end();
}).listen(Number(process.argv[2]), '127.0.0.1');
