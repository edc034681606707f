/** Stands in for d3-transition, which d3-zoom asks only to stop what we never start. Saves a tenth of the client. */
import { selection } from "d3-selection";

export function interrupt(): void {}

// d3-zoom asks selections too, as d3-transition would let it.
Object.assign(selection.prototype, {
  interrupt(this: unknown) {
    return this;
  },
});
