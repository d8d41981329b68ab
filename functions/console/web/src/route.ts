/** Which view is on, by the address's hash: `#/`, `#/moderate/ID`, `#/report/ID`, `#/api`. */

import { signal } from "@preact/signals";

export const VIEWS = ["debate", "moderate", "report", "api"] as const;
export type View = (typeof VIEWS)[number];

export interface Route {
  view: View;
  /** A session's id, or an operation's on the API page. */
  id: string | null;
}

export function routeOf(hash: string): Route {
  const [view, id] = hash.replace(/^#\/?/u, "").split("/");
  const found = VIEWS.find((one) => one === view);
  return { view: found ?? "debate", id: id === undefined || id === "" ? null : decodeURIComponent(id) };
}

export function hrefOf(view: View, id: string | null = null): string {
  const path = view === "debate" ? "" : view;
  return id === null ? `#/${path}` : `#/${path}/${encodeURIComponent(id)}`;
}

export const route = signal<Route>(routeOf(location.hash));

addEventListener("hashchange", () => {
  route.value = routeOf(location.hash);
});
