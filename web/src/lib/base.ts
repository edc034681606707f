/** The path below which the server's pages lie: empty, or as `/astrarium`. */
const said = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=base]")?.content ?? "";

/** The page of the development server was not filled in. */
const base = said === "__BASE__" ? "" : said;

/** An address of this site, as a browser wants it. */
export const site = (path: string): string => base + path;

/** The part of an address that is ours. */
export const inside = (path: string): string => (path.startsWith(`${base}/`) ? path.slice(base.length) : "/");
