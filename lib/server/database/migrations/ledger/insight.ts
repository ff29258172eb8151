import type { EngineWords } from "./engine-words";

/** What is counted: by day, bank, time to paid, payee and rate. Days and codes are compared letter by letter. */
export const insightTables = ({ exact }: EngineWords): readonly string[] => [
  `create table counting (
    id integer primary key not null,
    zone text not null,
    recipe integer not null,
    place_at text not null,
    place_id text not null,
    is_done integer not null)`,
  `create table amount_totals (
    period ${exact} not null,
    asset ${exact} not null,
    status ${exact} not null,
    token text not null,
    count integer not null,
    amount text not null,
    naira text not null,
    estimates integer not null,
    primary key (period, asset, status))`,
  `create table bank_totals (
    period ${exact} not null,
    bank_code ${exact} not null,
    status ${exact} not null,
    count integer not null,
    primary key (period, bank_code, status))`,
  `create table paid_times (
    period ${exact} not null,
    kind ${exact} not null,
    code ${exact} not null,
    bucket integer not null,
    count integer not null,
    primary key (period, kind, code, bucket))`,
  `create table payee_months (
    period ${exact} not null,
    bank_code ${exact} not null,
    account_number ${exact} not null,
    count integer not null,
    kobo ${exact} not null,
    last_id text not null,
    primary key (period, bank_code, account_number))`,
  // A longer number is a larger one.
  "create index payee_months_kobo on payee_months (period, length(kobo), kobo)",
  `create table rate_samples (
    asset ${exact} not null,
    currency ${exact} not null,
    minute ${exact} not null,
    rate text not null,
    amount text not null,
    primary key (asset, currency, minute))`,
  "create index rate_samples_minute on rate_samples (minute)",
  `create table rate_days (
    asset ${exact} not null,
    currency ${exact} not null,
    day ${exact} not null,
    low text not null,
    high text not null,
    last text not null,
    last_at text not null,
    samples integer not null,
    primary key (asset, currency, day))`,
];
