import { useState } from "react";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { agreedAgainAfter } from "#lib/features/bulk/batches/batch-answers";
import { mostInFile } from "#lib/features/bulk/batches/batch-input";
import { stopActs, stopTitles } from "#lib/features/bulk/batches/batch-words";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { AgreeDialog } from "../agree-dialog";
import { ReopenButton } from "../reopen-button";
import type { ProgressProps } from "../shared";
import type { Creation } from "./use-creation";

type Props = ProgressProps & { creation: Creation };

/** Why it stopped, before all else, and how it goes on. */
export function StopNotice(props: Props) {
  const { batch, acts, can, creation, now, timeZone, onReload } = props;
  const [isAgreeing, setIsAgreeing] = useState(false);
  const { stopped, counts } = batch;
  if (stopped === null) return null;
  const { code, message, at, row } = stopped;
  const isAgain = agreedAgainAfter.includes(code);
  async function leaveOut(n: number) {
    await acts.changeRow(n, { isLeftOut: true });
    await onReload();
  }
  return (
    <Notice
      kind="warn"
      isLive
      title={stopTitles[code]}
      action={
        can.create && (
          <>
            {isAgain ? (
              <Button variant="primary" onClick={() => setIsAgreeing(true)}>
                Agree again
              </Button>
            ) : (
              !creation.isRunning && (
                <Button
                  variant="primary"
                  onClick={() =>
                    void creation
                      .start({ most: Math.min(mostInFile, counts.toGo), goOn: true })
                      .then(onReload)
                  }
                >
                  Go on
                </Button>
              )
            )}
            {row !== null && <Button onClick={() => void leaveOut(row)}>Leave out line {row}</Button>}
            {(row !== null || isAgain) && <ReopenButton acts={acts} words="Check the rows again" />}
          </>
        )
      }
    >
      <p className="foreign-text">{showInvisible(message)}</p>
      <p>
        {stopActs[code]} Stopped {formatMoment(at, now, timeZone)}.
      </p>
      {isAgreeing && <AgreeDialog {...props} onClose={() => setIsAgreeing(false)} />}
    </Notice>
  );
}
