/** Which session a view is about: the one that is on, a recent one, or any by its id. */

import { useRef } from "preact/hooks";
import { recentSessions } from "../debate/session";
import { hrefOf, type View } from "../route";
import { day } from "../words/reasons";

export function SessionPicker({ view, title }: { view: View; title: string }) {
  const field = useRef<HTMLInputElement>(null);
  const recent = recentSessions();
  return (
    <div class="picker">
      <h1>{title}</h1>
      {recent.length === 0 ? <p class="lead">No debate was held in this browser yet.</p> : null}
      {recent.length === 0 ? null : (
        <ul class="recent">
          {recent.map((entry) => (
            <li key={entry.id}>
              <a href={hrefOf(view, entry.id)}>
                <strong>{entry.title}</strong>
                <span>
                  {day(entry.startedAt)}, {new Date(entry.startedAt).toLocaleTimeString()} · <code>{entry.id}</code>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <form
        class="by-id"
        onSubmit={(event) => {
          event.preventDefault();
          const id = field.current?.value.trim() ?? "";
          if (id !== "") location.hash = hrefOf(view, id);
        }}
      >
        <label for="session-id">Or a session by its id</label>
        <div class="row">
          <input id="session-id" ref={field} pattern="[A-Za-z0-9_-]{1,128}" required autocomplete="off" />
          <button type="submit">Open</button>
        </div>
      </form>
    </div>
  );
}
