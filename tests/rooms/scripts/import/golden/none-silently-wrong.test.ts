import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { atLength } from '../../../../support/at-length.ts';
import { createFolder } from '../run-in-folder.ts';
import { GOLDEN, importIn } from './golden.ts';
import { type Change, type Export, readExport } from './mutate-export.ts';
import { findFaults, TRUTHS, type Truth } from './truth.ts';

/** The changes of one column or two that are tried with each export; the seed chooses them. */
const MOST = atLength(Infinity, 2);
const SEED = Number(process.env.SEED ?? 0);

/** A person tells values of these apart at sight; an id may be any short word. */
const LOOKS = new Map([
  ['rating', 'number'],
  ['date', 'date'],
  ['url', 'address'],
  ['state', 'state'],
]);

/** Faults that a failure shows. */
const SHOWN = 25;

for (const [name, truth] of TRUTHS) {
  test(`no change to the columns of ${name} makes an import silently wrong`, async (context) => {
    const written = readExport(join(GOLDEN, name, 'in', truth.file), truth.delimiter);
    const columns = [...written.columns.keys()];
    const faults = new Map<string, string>();
    const codes = new Map<string, number>();
    for (const change of listChanges(name, truth, written)) {
      const folder = createFolder(context);
      folder.write(truth.file, written.write(change));
      const call = `${truth.file} ${truth.args} --verified`;
      const { code, out, errors } = await importIn(folder.root, call);
      codes.set(change.kind, code);
      // A refusal says in words what to do.
      if (code === 1 && errors.length > 20) continue;
      const stored = code === 0 ? folder.load().reviews : [];
      const found = code === 0 ? findFaults(truth, { change, columns, out, stored }) : [errors];
      const { kind, ...where } = change;
      const title = `${kind} ${Object.values(where).join(' and ')}`.trim();
      // One that the export has as it is would be repeated for each change.
      for (const fault of found) if (!faults.has(fault)) faults.set(fault, title);
    }
    const list = [...faults].map(([fault, title]) => `${title}: ${fault}`);
    assert.equal(list.slice(0, SHOWN).join('\n'), '');
    assert.equal(codes.get('permute'), codes.get('nothing'), 'the order of columns matters');
  });
}

function listChanges(name: string, truth: Truth, { columns }: Export): Change[] {
  const names = [...columns.keys()];
  const whole = (['nothing', 'permute', 'rename all'] as const).map((kind) => ({ kind }));
  const single = (['leave out', 'rename', 'blank', 'duplicate'] as const).flatMap((kind) =>
    names.map((column) => ({ kind, column })),
  );
  const parentOf = (column: string) => column.slice(0, column.lastIndexOf('.') + 1);
  const { id: _, ...others } = truth.columns;
  const known = Object.entries(others).flatMap(([field, some]) =>
    some.map((column) => ({ column, look: LOOKS.get(field) ?? 'words' })),
  );
  const swaps = known.flatMap(({ column, look }, place) =>
    known
      .slice(place + 1)
      .filter((other) => look !== other.look && parentOf(column) === parentOf(other.column))
      .map((other) => ({ kind: 'swap' as const, column, other: other.column })),
  );
  const rest = [...single, ...swaps];
  // Others of each export.
  const start = SEED + [...TRUTHS.keys()].indexOf(name);
  const step = Math.max(1, Math.ceil(rest.length / MOST));
  return [...whole, ...rest.filter((_, place) => (place + start) % step === 0)];
}
