import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Time } from "#components/ui/time";
import type { OneTimeLink } from "#lib/contract/people";

type Props = { title: string; link: OneTimeLink; timeZone: string; onClose: () => void };

/** Shows the whole link, only once. Drawn by the browser alone, after an act. */
export function LinkNotice({ title, link, timeZone, onClose }: Props) {
  const url = `${window.location.origin}${link.path}`;
  return (
    <Notice
      kind="ok"
      title={title}
      isLive
      action={
        <>
          <CopyButton text={url} variant="primary" size="small">
            Copy the link
          </CopyButton>
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="rounded-md bg-surface px-3 py-2 font-mono text-[0.8125rem]/5 select-all wrap-anywhere">
        {url}
      </p>
      <p>
        We don’t e-mail it and won’t show it again. Give it only to this person. It works once, until{" "}
        <Time at={link.expiresAt} timeZone={timeZone} />.
      </p>
    </Notice>
  );
}
