import express from 'express';
import { z } from 'zod';

const Settings = z.object({
  root: z.string(),
  mediaType: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});

/** The process of a peer: express.static, with the headers that we send. */
function main({ root, mediaType, headers }: z.infer<typeof Settings>): void {
  const app = express();
  app.disable('x-powered-by');
  app.use(
    express.static(root, {
      dotfiles: 'allow',
      cacheControl: false,
      setHeaders: (response) => {
        response.setHeader('Content-Type', mediaType);
        for (const [name, value] of headers) response.setHeader(name, value);
      },
    }),
  );
  const server = app.listen(0, '127.0.0.1', () => {
    server.keepAliveTimeout = 65_000;
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
  });
}

main(Settings.parse(JSON.parse(process.argv[2] ?? '')));
