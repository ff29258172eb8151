import { Notice } from "#components/notice/notice";

/** Seldom shown, so it loads when it is. */
export function NotKept({ fault }: { fault: Error }) {
  return (
    <Notice kind="warn" title="What you typed isn’t being saved" isLive className="mb-4">
      <p>A reload would lose it. You can still create the transfer.</p>
      <p>{fault.message}</p>
    </Notice>
  );
}
