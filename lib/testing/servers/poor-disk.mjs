import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Makes every disk look like exFAT or SMB: none has hard links, and none flushes a folder. DISK_LACKS names what else none
 * can do.
 */
const refuse = (call, code) => {
  fs[`${call}Sync`] = () => {
    throw Object.assign(new Error(`${code}: not supported, ${call}`), { code });
  };
};
refuse("link", "EPERM");
for (const call of (process.env.DISK_LACKS ?? "").split(" ").filter(Boolean)) refuse(call, "ENOTSUP");
const flush = fs.fsyncSync;
fs.fsyncSync = (descriptor) => {
  if (fs.fstatSync(descriptor).isDirectory())
    throw Object.assign(new Error("EINVAL: invalid argument, fsync"), { code: "EINVAL" });
  flush(descriptor);
};
syncBuiltinESMExports();
