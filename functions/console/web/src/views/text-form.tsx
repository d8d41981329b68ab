/** Where a transcript is pasted or typed, line by line. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { activeSide, names } from "../debate/session";
import { addText } from "../debate/typed";

const failure = signal<string | null>(null);

export function TextForm() {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const send = () => {
    const text = field.current?.value ?? "";
    failure.value = addText(text);
    if (failure.value === null && field.current !== null) field.current.value = "";
    field.current?.focus();
  };
  return (
    <form
      class="text-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label for="said">
        What was said <span class="hint">by {names.value[activeSide.value]}, or lines such as “Dana: …”</span>
      </label>
      <textarea
        id="said"
        ref={field}
        rows={4}
        placeholder={"Dana: US inflation was 2.9% in December 2024.\nMarcus: That is not what people feel."}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
          // To the speakers, where space hands over; from there Escape leads back.
          if (event.key === "Escape") document.querySelector<HTMLElement>("[role=radio][aria-checked=true]")?.focus();
        }}
      />
      {failure.value === null ? null : (
        <p class="failure" role="alert">
          {failure.value}
        </p>
      )}
      <div class="actions">
        <span class="hint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends · <kbd>Esc</kbd> <kbd>Space</kbd> <kbd>Esc</kbd> hands over
        </span>
        <button type="submit" class="primary">
          Check it
        </button>
      </div>
    </form>
  );
}
