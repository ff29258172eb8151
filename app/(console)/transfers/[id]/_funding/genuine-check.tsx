import { useState } from "react";
import { Button } from "#components/ui/button";
import { Disclosure } from "#components/ui/disclosure";
import { drawGroups, type Group } from "./draw-groups";

/** A copied page can show anything: only the address in the payer's wallet counts, and a call says what that is. */
export function GenuineCheck({ address }: { address: string }) {
  const [drawn, setDrawn] = useState<readonly Group[]>();
  const [isShown, setIsShown] = useState(false);

  function draw() {
    setDrawn(drawGroups(address));
    setIsShown(false);
  }

  const places = drawn?.map(({ place }) => `${place}`);
  return (
    <Disclosure summary="Does the payer have the right address?">
      <div className="space-y-3 text-[0.8125rem]/5">
        <p>Call a number you knew before. The payer reads three groups of the address from the wallet.</p>
        <Button size="small" onClick={draw}>
          {drawn === undefined ? "Pick three groups" : "Pick again for another call"}
        </Button>
        <div role="status" className="space-y-3">
          {places !== undefined && (
            <p>
              Ask for the groups <strong>{`${places.slice(0, -1).join(", ")} and ${places.at(-1)}`}</strong>,
              each of four characters{address.startsWith("0x") ? ", counted after 0x" : ""}.
            </p>
          )}
          {isShown && (
            <ol className="space-y-1">
              {drawn?.map(({ place, text }) => (
                <li key={place}>
                  Group {place}: <code className="text-base font-semibold">{text}</code>
                </li>
              ))}
            </ol>
          )}
        </div>
        {drawn !== undefined && (
          <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? "Hide the right answers" : "Show the right answers"}
          </Button>
        )}
        {isShown && <p>Anything else, or no answer: end the link and tell the payer not to send.</p>}
      </div>
    </Disclosure>
  );
}
