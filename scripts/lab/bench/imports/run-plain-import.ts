import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse';
import { stringify } from 'yaml';
import { z } from 'zod';

// The peer: the least program that makes files of the same rows, without a look at what is there.

const Cells = z.array(z.string());

const [file = '', folder = ''] = process.argv.slice(2);
for await (const record of createReadStream(file).pipe(parse({ from: 2 }))) {
  const [id = '', created = '', author, , name, body = '', rating, reply, replied = '', language] =
    Cells.parse(record);
  const datePublished = created.slice(0, 10);
  const [year = '', month = ''] = datePublished.split('-');
  const frontMatter = stringify({
    id: `trustpilot-${id}`,
    author: { name: author },
    datePublished,
    rating: Number(rating),
    name,
    inLanguage: language,
    source: { name: 'Trustpilot', id },
    verification: { status: 'pending' },
    ...(reply && { ownerReply: { text: reply, datePublished: replied.slice(0, 10) } }),
  });
  const path = join(folder, 'reviews', year, month, `${datePublished}-${id}.md`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `---\n${frontMatter}---\n${body}\n`);
}
