import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";

type Props = { title: string; secret: string; children?: string; onClose: () => void };

/** Drawn by the browser alone, after an act. */
export function SecretNotice({ title, secret, children, onClose }: Props) {
  return (
    <Notice
      kind="ok"
      title={title}
      isLive
      action={
        <>
          <CopyButton text={secret} variant="primary" size="small">
            Copy the secret
          </CopyButton>
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="rounded-md bg-surface px-3 py-2 font-mono text-[0.8125rem]/5 select-all wrap-anywhere">
        {secret}
      </p>
      <p>Copy the secret now. It is not shown again. {children}</p>
    </Notice>
  );
}
