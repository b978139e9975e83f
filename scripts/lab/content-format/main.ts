import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderContentSchemas } from '#dataset/schema/content-schemas.ts';
import { defineCommand, main } from '../../command.ts';
import { renderContentPage } from './content-page.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

await main(
  defineCommand({
    name: 'schemas',
    about:
      'Writes what follows from the schemas of content files: content/schema/ and site/docs/content.md.',
    usage: [''],
    flags: {},
    exitCodes: { 0: 'they were written' },
    run() {
      const files = [
        ...[...renderContentSchemas()].map(([path, text]) => [`content/${path}`, text] as const),
        ['site/docs/content.md', renderContentPage()] as const,
      ];
      for (const [path, text] of files) {
        mkdirSync(dirname(join(REPOSITORY, path)), { recursive: true });
        writeFileSync(join(REPOSITORY, path), text);
      }
      return { lines: files.map(([path]) => path) };
    },
  }),
);
