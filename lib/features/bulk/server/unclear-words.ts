import type { Field, Unclear } from "#lib/features/bulk/table";
