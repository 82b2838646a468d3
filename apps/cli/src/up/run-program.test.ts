import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";

const folder = openFolder();

/** A process that runs this program by `runProgram`, and exits with the code that it returns. */
function run(program: string, retires = false, saves = false) {
  const script = join(folder, "program.mjs");
  const parent = join(folder, "parent.mjs");
  writeFileSync(script, program);
  const module = new URL("./supervise.ts", import.meta.url).href;
  writeFileSync(
    parent,
    `import { runProgram } from ${JSON.stringify(module)};
     process.exitCode = await runProgram(${JSON.stringify({ name: "program", script, cwd: folder, retires, saves })});`,
  );
  const child = spawn(process.execPath, [parent], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, output }));
  return { child, ended, said: () => output };
}

test("SIGTERM is passed on, and the program may take its time to end, in which SIGUSR2 starts no other", async () => {
  const { child, ended, said } = run(
    `
    process.once("SIGTERM", () => {
      console.log("stopping");
      setTimeout(() => { console.log("stopped"); process.exit(0); }, 300);
    });
    setInterval(() => {}, 1_000);
    console.log("running");`,
    true,
  );
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  await expect.poll(said).toBe("running\nstopping\n");
  child.kill("SIGUSR2");
  expect(await ended).toEqual({ code: 0, signal: null, output: "running\nstopping\nstopped\n" });
});

test("a program that is stopped while it starts, and cannot stop in order yet, has not failed", async () => {
  const { child, ended } = run(`setInterval(() => {}, 1_000); console.log("running");`);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null, output: "running\n" });
});

test("SIGUSR2 starts the program once more, and the process before retires; a program that cannot do that is left alone", async () => {
  const program = `
    process.on("SIGUSR2", () => { console.log("retires"); setTimeout(() => process.exit(0), 100); });
    process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); });
    process.on("exit", () => console.log("ended"));
    setInterval(() => {}, 1_000);
    console.log("running");
    process.send({ started: true });`;
  const replaced = run(program, true);
  await once(replaced.child.stdout, "data");
  replaced.child.kill("SIGUSR2");
  await expect.poll(replaced.said).toBe("running\nrunning\nretires\nended\n");
  replaced.child.kill("SIGTERM");
  expect(await replaced.ended).toMatchObject({ code: 0, output: "running\nrunning\nretires\nended\nstopped\nended\n" });
  const alone = run(program);
  await once(alone.child.stdout, "data");
  alone.child.kill("SIGUSR2");
  alone.child.kill("SIGTERM");
  expect(await alone.ended).toMatchObject({ code: 0, output: "running\nstopped\nended\n" });
});

test("a program goes on if the process that was to take its place has died before it started", async () => {
  const { child, ended, said } = run(
    `
    import { existsSync, writeFileSync } from "node:fs";
    process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); });
    process.send({ save: "folder", value: "" });
    if (existsSync("is-broken")) process.exit(3);
    writeFileSync("is-broken", "");
    setInterval(() => {}, 1_000);
    console.log("running");
    process.send({ started: true });`,
    true,
    true,
  );
  await expect.poll(said).toBe("running\n");
  const failed = "The program that was to take its place died with exit code 3: the one before goes on.\n";
  for (const times of [1, 2]) {
    child.kill("SIGUSR2");
    await expect.poll(said).toBe(`running\n${failed.repeat(times)}`);
  }
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, output: `running\n${failed.repeat(2)}stopped\n` });
});

test("the exit code is the program's, and a signal that ended it is named", async () => {
  expect(await run("process.exit(3)").ended).toMatchObject({ code: 3, output: "" });
  expect(await run("process.kill(process.pid, 'SIGKILL')").ended).toMatchObject({
    code: 1,
    output: "The program was ended by SIGKILL.\n",
  });
});

test("a program that has saved something is started again with it, values and open sockets alike", async () => {
  const program = `
    import { createServer } from "node:net";
    process.channel.ref();
    const saved = {};
    process.on("message", ({ saved: name, value }, handle) => {
      if (name !== "done") saved[name] = { value, handle };
      else if (saved.server) {
        const server = createServer((socket) => { console.log(saved.word.value); socket.end(); process.exit(0); });
        server.listen({ _handle: saved.server.handle });
      } else {
        const server = createServer().listen(0, "127.0.0.1", () => {
          process.send({ started: true });
          process.send({ save: "word", value: "again" });
          process.send({ save: "server", value: "" }, server._handle, {}, () => {
            console.log(server.address().port);
            setTimeout(() => process.kill(process.pid, "SIGKILL"), 100);
          });
        });
      }
    });`;
  const { child, ended, said } = run(program, false, true);
  await once(child.stdout, "data");
  await expect.poll(said).toContain("SIGKILL");
  // Nothing accepts it yet.
  const socket = connect(Number.parseInt(said(), 10), "127.0.0.1");
  await once(socket.resume(), "close");
  expect(await ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d+\nThe program was ended by SIGKILL.\nagain\n$/),
  });
});
