import { createServer } from 'node:http';
import { z } from 'zod';

const Settings = z.object({
  status: z.number(),
  headers: z.array(z.string()),
  bytes: z.number(),
});

/** The process of a peer: node:http with nothing to do but to send one buffer. */
function main({ status, headers, bytes }: z.infer<typeof Settings>): void {
  const body = Buffer.alloc(bytes, 'x');
  const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
  });
}

main(Settings.parse(JSON.parse(process.argv[2] ?? '')));
