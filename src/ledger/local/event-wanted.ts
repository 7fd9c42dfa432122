/**
 * Thrown inside a fold or a decision that asks for an event which was not read beforehand: the event is read,
 * and the work is done again.
 */
export class EventWanted extends Error {
  readonly sequence: number;
  constructor(sequence: number) {
    super(`event ${sequence} is wanted`);
    this.sequence = sequence;
  }
}
