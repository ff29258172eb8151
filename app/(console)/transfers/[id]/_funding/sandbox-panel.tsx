import { useState } from "react";
import { findSandboxWallet } from "./sandbox-wallet";
import { type PanelProps, WalletPanel } from "./wallet-panel";

/** The sandbox's wallet alone: its addresses would swallow the money of a real one. */
export function SandboxPanel(props: PanelProps) {
  const [find] = useState(() => findSandboxWallet(props.id, props.terms));
  return <WalletPanel {...props} find={find} />;
}
