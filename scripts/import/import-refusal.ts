import { CommandError } from '../command.ts';

/** Thrown when an export or the content cannot be used: one sentence of what, why and what to do. */
export class ImportRefusal extends CommandError {
  override readonly name: string = 'ImportRefusal';
}
