import type { DrainReport } from "@gatepost/domain/tasks/workers";
import { commandName, commandText } from "../command-name.ts";
import { ROOT } from "../root.ts";

/** What a new user can try at once. */
type Welcome = {
  origin: string;
  /** The address for browsers, if it is a different one. */
  site?: string | undefined;
  /** The demo account and its task, if the demo was seeded. */
  demo?: Demo | undefined;
};

export type Demo = {
  /** How to sign in to the portal as the demo's owner; without the password if it is not the first one any more. */
  signIn: { email: string; password?: string };
  websiteURL: string;
  templateName: string;
  /** With the late variable marked. */
  variables: Record<string, unknown>;
  late: { name: string; value: string };
};

/** The address, and calls without the key that can be pasted unchanged into a shell, one after the other. */
export function printWelcome({ origin, site = origin, demo }: Welcome): void {
  console.log(`\nGatepost listens on ${origin}\n`);
  if (!demo) {
    console.log(
      `An account and its key: ${commandText("account", "create", "--email", "you@example.org", "--balance", 1)}\n`,
    );
    return;
  }
  const { websiteURL, templateName, variables, late, signIn } = demo;
  const { email, password } = signIn;
  const newPassword = commandText("user", "password", "--email", email);
  const withPassword = password ?? `the password that it has now. To set a new one: ${newPassword}`;
  console.log(`Sign in at ${site}/sign-in as ${email} with ${withPassword}\n`);
  const task = { type: "AntiGateTask", websiteURL, templateName, variables };
  // A number may be sent as a string of digits.
  const taskId = "$TASK";
  console.log(
    `Try it in another terminal, in ${ROOT}: create a task, push the code that its site asks for, read the result.\n`,
  );
  console.log(`eval "$(${commandName} env)"\n`);
  console.log(`TASK=$(${call("createTask", { task })} | sed 's/.*"taskId":\\([0-9]*\\).*/\\1/'); echo "task $TASK"\n`);
  console.log(`${call("pushAntiGateVariable", { taskId, ...late })}; echo\n`);
  console.log(`${call("getTaskResult", { taskId })}; echo\n`);
}

/** A body for single quotes: it contains none, and the shell's variables are outside of them. */
function call(method: string, body: object): string {
  const quoted = JSON.stringify({ clientKey: "$GATEPOST_KEY", ...body }).replaceAll("'", "\\u0027");
  return `curl -s $GATEPOST_URL/${method} -d '${quoted.replaceAll(/"(\$[A-Z_]+)"/g, `"'$1'"`)}'`;
}

/** What a stop waits for, how long at most, and how to stop without waiting; undefined if it waits for nothing. */
export function drainText({ waiting, running, secondsLeft }: DrainReport): string | undefined {
  if (waiting + running === 0 || secondsLeft === 0) return undefined;
  const parts = [
    ...(waiting > 0 ? [`${tasks(waiting)} ${waiting === 1 ? "waits" : "wait"} for a value`] : []),
    ...(running > 0 ? [`${tasks(running)} ${running === 1 ? "runs" : "run"}`] : []),
  ];
  const they = waiting + running === 1 ? "It has" : "They have";
  return `Stopping: ${parts.join(" and ")}. ${they} ${secondsLeft} s at most, and pushes are accepted until then. Ctrl-C again stops at once.`;
}

/** What a stop waits for, short enough for a line that is overwritten repeatedly. */
export function drainDetail({ waiting, running }: DrainReport): string {
  return waiting + running === 0 ? "" : `${tasks(waiting + running)} left`;
}

function tasks(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
