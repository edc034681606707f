import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess({ style: false }),
  compilerOptions: {
    // Pages are keyed by their address and dialogs live once: what they are given never changes.
    warningFilter: (warning) => warning.code !== "state_referenced_locally",
  },
};
