/** What texts need of the table that they speak of. */
import { getContext, setContext } from "svelte";
import type { Tip } from "./tip.svelte";
import type { Who } from "./text";
import type { Item, Scene, Shape } from "./wire";

export interface Telling {
  readonly scene: Scene | null;
  /** Everything on the table that has an id. */
  readonly known: Map<string, Shape | Item>;
  readonly tip: Tip;
  who: Who;
  /** Lights these things, and no others. */
  light: (ids: string[]) => void;
}

export const TELLING = "telling";
export const setTelling = (telling: Telling) => setContext(TELLING, telling);
export const getTelling = () => getContext<Telling>(TELLING);
