/** What hovering, focus or a long press explains. One at a time. */
import { colour } from "./look";
import type { Item, Scene, Shape } from "./wire";

/** How long a finger rests to ask instead of choosing, in milliseconds. */
export const LONG_PRESS = 450;

export class Tip {
  shown = $state.raw<{ title: string; text: string; owner: string; colour: string; x: number; y: number } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(thing: Shape | Item, scene: Scene, x: number, y: number): void {
    const owner = thing.owner === undefined ? "" : (scene.seats[thing.owner]?.name ?? "");
    const number = "at" in thing ? thing.count : thing.value;
    const title = [thing.label, number].filter(Boolean).join(" · ");
    this.shown = { title, text: thing.tip ?? "", owner, colour: colour(scene, thing.owner), x, y };
  }

  later(thing: Shape | Item, scene: Scene, x: number, y: number): void {
    this.hide();
    this.#timer = setTimeout(() => this.show(thing, scene, x, y), LONG_PRESS);
  }

  /** The finger went up: what is not shown yet is not wanted. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  hide(): void {
    this.cancel();
    this.shown = null;
  }
}
