/** Where a deployment's bearer token is entered. It is kept for this tab only. */

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { accessToken, setAccessToken, tokenIsWanted } from "../api/client";

export const tokenDialogIsOpen = signal(false);

effect(() => {
  if (tokenIsWanted.value) tokenDialogIsOpen.value = true;
});

export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = tokenDialogIsOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const close = () => {
    tokenDialogIsOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="token-title" onClose={close}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          setAccessToken(field.current?.value ?? "");
          close();
        }}
      >
        <h2 id="token-title">Access token</h2>
        <p>
          {tokenIsWanted.value
            ? "This deployment answers only with a token. Enter yours, then try again."
            : "Only a deployment that asks for one needs a token. On your own machine, leave it empty."}
        </p>
        <label>
          <span>Token</span>
          <input ref={field} type="password" autocomplete="off" spellcheck={false} defaultValue={accessToken.value} />
        </label>
        <p class="hint">It stays in this tab and is sent to this service alone.</p>
        <div class="actions">
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Use it
          </button>
        </div>
      </form>
    </dialog>
  );
}
