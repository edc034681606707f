/** Keeps the shell of the client: it starts without the net, and says there what needs it. Games and lists are never kept. */
const SHELL = "shell";
const home = new URL("./", self.location).href;

/** The page with the files that it names. */
async function keep() {
  const page = await fetch(home, { cache: "no-cache" });
  if (!page.ok) throw new Error(`the page answers ${page.status}`);
  const text = await page.clone().text();
  const files = [...text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(
    ([, path]) => new URL(path, home).href,
  );
  const cache = await caches.open(SHELL);
  await cache.put(home, page);
  await Promise.all(files.map(async (file) => (await cache.match(file)) ?? cache.add(file)));
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** A page comes from the net; without it, from what was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await caches.match(home)) ?? Promise.reject(error);
  }
}

/** The names of assets hold a hash of their contents: what is kept is right. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(SHELL);
    await cache.put(request, answer.clone());
    await forget(cache);
  }
  return answer;
}

/** Assets of earlier versions go, once there are many. */
async function forget(cache) {
  const assets = (await cache.keys()).filter((request) => request.url.includes("/assets/"));
  await Promise.all(assets.slice(0, Math.max(0, assets.length - 40)).map((request) => cache.delete(request)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(home)) return;
  const path = url.href.slice(home.length);
  if (path.startsWith("assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate" && !/^(api|plain)\b/.test(path)) event.respondWith(page(request));
});

// A new version of the page is kept when it is seen.
self.addEventListener("message", (event) => event.waitUntil(keep()));
