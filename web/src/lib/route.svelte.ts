/** Which page is shown: the address is the state. */
import { site, inside } from "./base";

export type Page =
  | "home"
  | "components"
  | "glance"
  | "puzzles"
  | "learn"
  | "table"
  | "join"
  | "replay"
  | "rules"
  | "stats"
  | "settings"
  | "continue"
  | "seat"
  | "games"
  | "admin"
  | "person"
  | "lost";

const PAGES = new Set<string>(
  "components glance puzzles learn table join replay rules stats settings continue seat games admin person".split(" "),
);

function read(): { page: Page; id: string; part: string; hash: string } {
  const [, page = "", id = "", part = ""] = inside(location.pathname).split("/");
  const hash = decodeURIComponent(location.hash.slice(1));
  if (page === "") return { page: "home", id, part, hash };
  return { page: PAGES.has(page) ? (page as Page) : "lost", id, part, hash };
}

export const route = $state(read());

export function go(path: string, replace = false): void {
  visit(site(path), replace);
}

function visit(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  Object.assign(route, read());
  if (!location.hash) scrollTo(0, 0);
}

/** Follows links of this site without loading the page again. */
export function followLinks(): void {
  addEventListener("popstate", () => Object.assign(route, read()));
  addEventListener("hashchange", () => Object.assign(route, read()));
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
    const path = inside(link.pathname);
    if (link.origin !== location.origin || path.startsWith("/api/") || path.startsWith("/plain")) return;
    event.preventDefault();
    if (link.href !== location.href) visit(link.href);
  });
}
