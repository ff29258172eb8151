import type { ComponentProps } from "react";

/**
 * Drawings of Lucide (https://lucide.dev, ISC licence), without its library, because every page loads them. They have the
 * colour of the text, and there is always a word beside one, seen or heard.
 */
type IconProps = ComponentProps<"svg">;

function Drawing({ className = "", ...rest }: IconProps) {
  return <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`} {...rest} />;
}

export function ArrowLeftRight(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4" />
    </Drawing>
  );
}
export function BookUser(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M15 13a3 3 0 1 0-6 0M4 19.5v-15A2.5 2.5 0 0 1 6.5 2H19a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H6.5a1 1 0 0 1 0-5H20" />
      <circle cx="12" cy="8" r="2" />
    </Drawing>
  );
}
export function Calculator(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect width="16" height="20" x="4" y="2" rx="2" />
      <line x1="8" x2="16" y1="6" y2="6" />
      <line x1="16" x2="16" y1="14" y2="18" />
      <path d="M16 10h.01M12 10h.01M8 10h.01M12 14h.01M8 14h.01M12 18h.01M8 18h.01" />
    </Drawing>
  );
}
export function Calendar(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect width="18" height="18" x="3" y="4" rx="2" />
      <path d="M8 2v4M16 2v4M3 10h18" />
    </Drawing>
  );
}
export function ChartColumn(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 21v-6M12 21V3M19 21V9" />
    </Drawing>
  );
}
export function Check(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M20 6 9 17l-5-5" />
    </Drawing>
  );
}
export function ChevronDown(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m6 9 6 6 6-6" />
    </Drawing>
  );
}
export function ChevronRight(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m9 18 6-6-6-6" />
    </Drawing>
  );
}
export function CircleAlert(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="12" r="10" />
      <line x1="12" x2="12" y1="8" y2="12" />
      <line x1="12" x2="12.01" y1="16" y2="16" />
    </Drawing>
  );
}
export function Download(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 4v11M7 10l5 5 5-5M5 20h14" />
    </Drawing>
  );
}
export function ExternalLink(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />
    </Drawing>
  );
}
export function House(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />
    </Drawing>
  );
}
export function Landmark(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M10 18v-7M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949zM14 18v-7M18 18v-7M3 22h18M6 18v-7" />
    </Drawing>
  );
}
export function Languages(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6" />
    </Drawing>
  );
}
export function Menu(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M4 5h16M4 12h16M4 19h16" />
    </Drawing>
  );
}
export function Plus(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 12h14M12 5v14" />
    </Drawing>
  );
}
export function RefreshCw(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5" />
    </Drawing>
  );
}
export function Search(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m21 21-4.34-4.34" />
      <circle cx="11" cy="11" r="8" />
    </Drawing>
  );
}
export function TriangleAlert(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01" />
    </Drawing>
  );
}
export function X(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M18 6 6 18M6 6l12 12" />
    </Drawing>
  );
}
export function ScrollText(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M15 12h-5M15 8h-5M19 17V5a2 2 0 0 0-2-2H4" />
      <path d="M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3" />
    </Drawing>
  );
}
export function Users(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2" />
      <circle cx="9" cy="7" r="4" />
      <path d="M22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75" />
    </Drawing>
  );
}
export function FileText(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z" />
      <path d="M14 2v4a2 2 0 0 0 2 2h4M10 9H8M16 13H8M16 17H8" />
    </Drawing>
  );
}
export function Ellipsis(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="12" r="1" />
      <circle cx="19" cy="12" r="1" />
      <circle cx="5" cy="12" r="1" />
    </Drawing>
  );
}
export function Webhook(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2M6 17l3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06M12 6l3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8" />
    </Drawing>
  );
}
export function Printer(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6" />
      <rect width="12" height="8" x="6" y="14" rx="1" />
    </Drawing>
  );
}
export function Wallet(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4" />
    </Drawing>
  );
}
export function Stamp(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M14 13V8.5C14 7 15 7 15 5a3 3 0 0 0-6 0c0 2 1 2 1 3.5V13M20 15.5a2.5 2.5 0 0 0-2.5-2.5h-11A2.5 2.5 0 0 0 4 15.5V17a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1zM5 22h14" />
    </Drawing>
  );
}
export function Share(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M12 2v13M16 6l-4-4-4 4M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8" />
    </Drawing>
  );
}
export function ShieldCheck(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z" />
      <path d="m9 12 2 2 4-4" />
    </Drawing>
  );
}
export function Receipt(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 3v18l2-1.5L9 21l2-1.5 2 1.5 2-1.5 2 1.5 2-1.5V3l-2 1.5L15 3l-2 1.5L11 3 9 4.5 7 3z" />
      <path d="M9 9h6M9 13h6" />
    </Drawing>
  );
}

export function TableRows(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect width="18" height="18" x="3" y="3" rx="2" />
      <path d="M3 9h18M3 15h18M9 9v12" />
    </Drawing>
  );
}
export function Pause(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M8 5v14M16 5v14" />
    </Drawing>
  );
}
