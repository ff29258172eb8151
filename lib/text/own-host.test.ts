import { expect, it } from "vitest";
import { isOwnHost } from "./own-host";

it.each([
  "localhost:3000",
  "sandbox.localhost",
  "127.0.0.1:3000",
  "192.168.1.5",
  "[::1]:3000",
  "pay.example.com",
  "PAY.example.com:443",
])("takes %s for its own", (host) => {
  expect(isOwnHost(host, "https://pay.example.com")).toBe(true);
});

it.each([
  "evil.example:3000",
  "localhost.evil.example",
  "pay.example.com.evil.example",
  "1.2.3.4.evil.example",
  "",
  "a b",
])("takes %j for somebody else's", (host) => {
  expect(isOwnHost(host, "https://pay.example.com")).toBe(false);
  expect(isOwnHost(host, undefined)).toBe(false);
});
