"use client";

import { BusyButton } from "#components/ui/busy-button";
import { usePlay } from "./play-ground";

export function PlayButton({ name }: { name: string }) {
  const { play, playing } = usePlay();
  return (
    <BusyButton size="small" className="min-w-20" isOff={playing !== undefined} onClick={() => play(name)}>
      {playing === name ? "Playing" : "Play"}
      <span className="sr-only"> {name}</span>
    </BusyButton>
  );
}
