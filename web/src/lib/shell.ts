/** The client as an app: it starts without the net. Browsers allow it only where the page cannot be forged, and at home. */
import { site } from "./base";

export function keepShell(): void {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const worker = navigator.serviceWorker;
  worker.register(site("/worker.js"), { scope: site("/") }).then(
    // What this page is made of is what the next start without the net shows.
    (found) => found?.active?.postMessage("keep"),
    () => {}, // without it the page works as before
  );
}
