import type { EngineWords } from "./engine-words";

/** What the service sent, kept before it is applied, and how its words are read. */
export const callbackTables = ({ keyed }: EngineWords): readonly string[] => [
  `create table service_words (
    word text primary key not null,
    meaning text not null,
    taught_by text not null,
    taught_at text not null)`,
  `create table standing_recipe (
    id integer primary key not null,
    recipe text not null,
    next_recipe text not null,
    last_id text not null)`,
  `create table received (
    transfer_id text not null,
    body_hash text not null,
    received_at text not null,
    last_at text not null,
    repeats integer not null,
    arrival bigint not null default 0,
    query text not null,
    content_type text not null,
    raw text not null,
    raw_encoding text not null,
    is_truncated integer not null,
    primary key (transfer_id, body_hash)) ${keyed}`,
  `create table callback_windows (
    transfer_id text primary key not null,
    count integer not null,
    -- Seconds, which an integer of PostgreSQL holds until 2038.
    ends_at bigint not null) ${keyed}`,
  `create table reading (
    id integer primary key not null,
    version integer not null,
    next_version integer not null,
    last_id text not null)`,
];
