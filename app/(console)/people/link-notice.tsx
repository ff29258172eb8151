import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Time } from "#components/ui/time";
import type { OneTimeLink } from "#lib/contract/people";
import { showInvisible } from "#lib/text/visible-text";

type Props = { title: string; link: OneTimeLink; timeZone: string; onClose: () => void };

/** Says where the link was sent, or shows the whole link, only once. Drawn by the browser alone, after an act. */
export function LinkNotice({ title, link, timeZone, onClose }: Props) {
  const { path, expiresAt, sentTo, mailFault } = link;
  const done = (
    <Button size="small" onClick={onClose}>
      Done
    </Button>
  );
  const until = (
    <>
      It works once, until <Time at={expiresAt} timeZone={timeZone} />.
    </>
  );
  if (path === null)
    return (
      <Notice kind="ok" title={`Sent to ${showInvisible(sentTo ?? "")}`} isLive action={done}>
        {title}. {until}
      </Notice>
    );
  const url = `${window.location.origin}${path}`;
  return (
    <Notice
      kind={mailFault === null ? "ok" : "warn"}
      title={mailFault === null ? title : "The e-mail was not sent"}
      isLive
      action={
        <>
          <CopyButton text={url} variant="primary" size="small">
            Copy the link
          </CopyButton>
          {done}
        </>
      }
    >
      {mailFault !== null && (
        <p>
          {mailFault} {title}:
        </p>
      )}
      <p className="rounded-md bg-surface px-3 py-2 font-mono text-[0.8125rem]/5 select-all wrap-anywhere">
        {url}
      </p>
      <p>
        {mailFault === null ? "We don’t e-mail it and won’t show it again." : "We won’t show it again."} Give
        it only to this person. {until}
      </p>
    </Notice>
  );
}
