import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { areSingleKeysOn, turnSingleKeys } from "#lib/browser/single-keys";

export type ShortcutsProps = {
  pages: readonly { name: string; keys: string }[];
  onClose: () => void;
};

export function ShortcutsDialog({ pages, onClose }: ShortcutsProps) {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="divide-y divide-line">
        <Shortcut name="Find anything, from anywhere">
          <Key>Ctrl</Key> or <Key>⌘</Key> with <Key>K</Key>
        </Shortcut>
        <Shortcut name="Find a transfer" isOff={!isOn}>
          <Key>/</Key>
        </Shortcut>
        {pages.map(({ name, keys }) => (
          <Shortcut key={keys} name={name} isOff={!isOn}>
            <Sequence keys={keys} />
          </Shortcut>
        ))}
        {document.querySelector('[data-keys="e"]') !== null && (
          <Shortcut name="Export this list" isOff={!isOn}>
            <Key>E</Key>
          </Shortcut>
        )}
        <Shortcut name="Your account" isOff={!isOn}>
          <Sequence keys="g y" />
        </Shortcut>
        <Shortcut name="Next or previous transfer of a list" isOff={!isOn}>
          <Key>J</Key> or <Key>K</Key>
        </Shortcut>
        <Shortcut name="Open that transfer">
          <Key>Enter</Key>
        </Shortcut>
        <Shortcut name="This list" isOff={!isOn}>
          <Key>?</Key>
        </Shortcut>
      </dl>
      <label className="flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            turnSingleKeys(target.checked);
            setIsOn(target.checked);
          }}
          className="mt-0.5 shrink-0"
        />
        <span>
          Single keys are on
          <span className="block text-[0.8125rem]/5 text-muted">
            Turn them off if you use voice control or press keys by accident. This applies to this browser.
            Ctrl or ⌘ with K still works.
          </span>
        </span>
      </label>
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}

function Shortcut({ name, isOff = false, children }: { name: string; isOff?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
      <dt>{name}</dt>
      <dd className="text-muted">{isOff ? "Off" : children}</dd>
    </div>
  );
}

function Sequence({ keys }: { keys: string }) {
  const [first, second] = keys.toUpperCase().split(" ");
  return (
    <>
      <Key>{first}</Key>
      {second !== undefined && (
        <>
          {" "}
          then <Key>{second}</Key>
        </>
      )}
    </>
  );
}

function Key({ children }: { children: ReactNode }) {
  return <kbd className="rounded border border-line bg-sunken px-1.5 text-xs text-ink">{children}</kbd>;
}
