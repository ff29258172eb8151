import { describe, expect, test } from "vitest";
import { isLoopbackHost, isPublicHost } from "./public-host";

const hostOf = (url: string) => new URL(url).hostname;

describe("a host on the public internet", () => {
  test.each([
    "https://example.com",
    "https://EXAMPLE.com.",
    "https://a.b.example.co.uk",
    "https://xn--bcher-kva.example.com",
    "https://localhost.example.com",
    "https://8.8.8.8",
    "https://172.15.0.1",
    "https://172.32.0.1",
    "https://100.63.0.1",
    "https://100.128.0.1",
    "https://192.0.1.1",
    "https://198.20.0.1",
    "https://[2606:4700:4700::1111]",
    "https://[2001:4860:4860::8888]",
  ])("%s", (url) => {
    expect(isPublicHost(hostOf(url))).toBe(true);
  });

  test.each([
    "http://localhost",
    "http://LOCALHOST.",
    "http://app.localhost",
    "http://printer",
    "http://printer.local",
    "http://db.internal",
    "http://nas.lan",
    "http://x.home.arpa",
    "http://x.corp",
    "http://x.test",
    "http://x.invalid",
    "http://x.onion",
    "http://127.0.0.1",
    "http://127.255.255.254",
    "http://127.1",
    "http://0x7f.1",
    "http://0177.0.0.1",
    "http://2130706433",
    "http://0",
    "http://10.1.2.3",
    "http://172.16.0.1",
    "http://172.31.255.255",
    "http://192.168.1.1",
    "http://169.254.169.254",
    "http://100.64.0.1",
    "http://100.127.255.255",
    "http://192.0.0.1",
    "http://192.0.2.1",
    "http://198.18.0.1",
    "http://198.19.255.255",
    "http://198.51.100.7",
    "http://203.0.113.9",
    "http://224.0.0.1",
    "http://255.255.255.255",
    "http://１２７.0.0.1",
    "http://[::1]",
    "http://[::]",
    "http://[::ffff:127.0.0.1]",
    "http://[::ffff:8.8.8.8]",
    "http://[fe80::1]",
    "http://[fc00::1]",
    "http://[fd12:3456::1]",
    "http://[ff02::1]",
    "http://[2001:db8::1]",
    "http://[2001::1]",
    "http://[2002:7f00:1::1]",
    "http://[64:ff9b::7f00:1]",
  ])("is not %s", (url) => {
    expect(isPublicHost(hostOf(url))).toBe(false);
  });
});

describe("this machine itself", () => {
  test.each(["localhost", "app.localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]"])(
    "is %s",
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each([
    "localhost.example.com",
    "128.0.0.1",
    "127.0.0.1.example.com",
    "10.0.0.1",
    "[::2]",
    "notlocalhost",
  ])("is not %s", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
