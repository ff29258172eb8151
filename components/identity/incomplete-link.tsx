import { Notice } from "#components/notice/notice";

/** A link of which the token is missing: cut off by a mail program, or reloaded. */
export function IncompleteLink() {
  return (
    <Notice kind="fail" title="This link is incomplete" isLive>
      Open the whole link again, including the part after the #.
    </Notice>
  );
}
