/** How this browser likes to see and hear the table. Kept in local storage, shown to the stylesheet as data attributes. */

export interface Settings {
  theme: "auto" | "dark" | "light";
  motion: "auto" | "full" | "reduced";
  speed: "slow" | "normal" | "fast" | "instant";
  sound: boolean;
  patterns: boolean;
  confirm: boolean;
  keys: boolean;
  clauses: boolean;
}

const KEY = "astrarium.settings";
const DEFAULTS: Settings = {
  theme: "dark",
  motion: "auto",
  speed: "normal",
  sound: false,
  patterns: false,
  confirm: false,
  keys: true,
  clauses: true,
};

/** How long one event stays in sight, in milliseconds. */
export const PACE: Record<Settings["speed"], number> = { slow: 1800, normal: 900, fast: 350, instant: 0 };

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // a foreign or broken entry counts as none
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move. */
export function moves(): boolean {
  return settings.motion === "full" || (settings.motion === "auto" && !calm.matches);
}

/** Keeps storage and stylesheet in step with the settings, for as long as the page lives. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement.dataset;
      root.theme = settings.theme;
      root.motion = moves() ? "full" : "reduced";
      root.patterns = settings.patterns ? "on" : "off";
      localStorage.setItem(KEY, JSON.stringify(settings));
    });
  });
}
