import { MarkedNotice, type NoticeProps } from "./marked-notice";
import { NoticeMark } from "./notice-mark";

/** What happened, what it means, and what to do: an icon, a title, a body and buttons. */
export function Notice(props: NoticeProps) {
  return <MarkedNotice {...props} mark={<NoticeMark kind={props.kind} />} />;
}
