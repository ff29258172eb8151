import { drawings } from "#components/chip/silhouette";
import { statusLooks } from "#lib/words/status-looks";

const shapes = [...new Set(Object.values(statusLooks).map(({ shape }) => shape))];

/** The drawings of a table's rows, once: a row names the one it needs. */
export function TableMarks() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      {shapes.map((shape) => (
        <symbol key={shape} id={`m-${shape}`} viewBox="0 0 16 16">
          {drawings[shape]}
        </symbol>
      ))}
      <symbol id="m-copy" viewBox="0 0 24 24">
        <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
          <rect x="8" y="8" width="14" height="14" rx="2" />
          <path d="M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2" />
        </g>
      </symbol>
    </svg>
  );
}
