/** Thrown where a command cannot do what it was asked; the message says why and what to do. */
export class HubRefusal extends Error {
  override readonly name = 'HubRefusal';
}
