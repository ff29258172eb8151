import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

const program = `
  const net = require("node:net");
  const server = net.createServer((client) => {
    const behind = net.connect(Number(process.argv[1]), "127.0.0.1");
    for (const [one, other] of [[client, behind], [behind, client]]) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
    client.pipe(behind).pipe(client);
  });
  server.listen(0, "127.0.0.1", 1, () => console.log(server.address().port));
`;

/**
 * A port that nobody can connect to until it opens, as if the way to it were long; then it leads to another port. Its
 * process is stopped, and the line of those who wait to be let in is full.
 */
export async function startSlowDoor(toPort: number): Promise<{ port: number; open: () => void }> {
  const door = spawn(process.execPath, ["--eval", program, `${toPort}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(door.stdout, "data")) as [Buffer];
  const port = Number(line.toString());
  door.kill("SIGSTOP");
  const filling: Socket[] = [];
  // As many as the system lets in for a line of one.
  for (let isFull = false; !isFull; ) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    filling.push(socket);
    isFull = await Promise.race([
      once(socket, "connect").then(() => false),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 200)),
    ]);
  }
  onTestFinished(() => {
    for (const socket of filling) socket.destroy();
    door.kill("SIGKILL");
  });
  return {
    port,
    open: () => {
      for (const socket of filling) socket.destroy();
      door.kill("SIGCONT");
    },
  };
}
