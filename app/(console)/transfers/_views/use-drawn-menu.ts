import { useRouter } from "next/navigation";
import { markViews } from "./view-marks";

/** Has the menu drawn again with the views as they are now. */
export function useDrawnMenu(): () => void {
  const router = useRouter();
  return () => {
    markViews();
    router.refresh();
  };
}
