/** Persons that I do not want to hear. */
import { api } from "./api";

export const blocks = $state({ ids: new Set<string>() });

export async function loadBlocks(): Promise<void> {
  blocks.ids = new Set((await api.blocks()).blocked.map((person) => person.id));
}
