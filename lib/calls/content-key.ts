import { useRef, useState } from "react";
import { newKey } from "./new-key";

/** The same content has the same key however often it is sent, and other content never. */
export function useContentKey(): (content: string) => string {
  const [first] = useState(newKey);
  const sent = useRef<{ content: string; key: string }>(undefined);
  return (content) => {
    if (sent.current?.content !== content)
      sent.current = { content, key: sent.current === undefined ? first : newKey() };
    return sent.current.key;
  };
}
