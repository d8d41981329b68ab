/** Light, dark, or as the system says. */

import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
const THEMES: readonly Theme[] = ["auto", "light", "dark"];
const KEY = "truthy.theme";

const kept = localStorage.getItem(KEY);
export const theme = signal<Theme>(THEMES.find((one) => one === kept) ?? "auto");

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
/** What is on show now; charts draw by it. */
export const isDark = signal(false);

function settle(): void {
  isDark.value = theme.value === "dark" || (theme.value === "auto" && systemIsDark.matches);
}

systemIsDark.addEventListener("change", settle);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(KEY, theme.value);
  settle();
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "auto";
}

/** Paper is light, and nothing on it can be unfolded. */
export const isPrinting = signal(false);

addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "light";
  isDark.value = false;
  isPrinting.value = true;
});

addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = theme.value;
  isPrinting.value = false;
  settle();
});

/** Follows a media query for as long as the page lives. */
export function mediaSignal(query: string) {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => {
    matches.value = list.matches;
  });
  return matches;
}
