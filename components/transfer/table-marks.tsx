import { drawings, type Shape } from "#components/chip/silhouette";
import { statusLooks } from "#lib/words/status-looks";

const usual: readonly Shape[] = [...new Set(Object.values(statusLooks).map(({ shape }) => shape))];

/** The drawings of a table's rows, once: a row names the one it needs. */
export function TableMarks({ also = [] }: { also?: readonly Shape[] }) {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      {[...usual, ...also].map((shape) => (
        <symbol key={shape} id={`m-${shape}`} viewBox="0 0 16 16">
          {drawings[shape]}
        </symbol>
      ))}
    </svg>
  );
}
