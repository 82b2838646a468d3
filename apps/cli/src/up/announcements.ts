import type { DrainReport } from "@gatepost/domain/tasks/workers";

/** What a new user can try at once. */
type Welcome = {
  origin: string;
  /** The address for browsers, if it is a different one. */
  site?: string | undefined;
  /** The demo account and its task, if the demo was seeded. */
  demo?: Demo | undefined;
};

export type Demo = {
  /** How to sign in to the portal as the demo's owner. */
  signIn?: { email: string; password: string } | undefined;
  clientKey: string;
  websiteURL: string;
  templateName: string;
  /** With the late variable marked. */
  variables: Record<string, unknown>;
  late: { name: string; value: string };
};

/** The address, and three calls that can be pasted unchanged into a shell, one after the other. */
export function printWelcome({ origin, site = origin, demo }: Welcome): void {
  console.log(`\nGatepost listens on ${origin}\n`);
  if (!demo) {
    console.log("An account and its key: npm run gatepost -- account create --email you@example.org --balance 1\n");
    return;
  }
  const { clientKey, websiteURL, templateName, variables, late, signIn } = demo;
  if (signIn) console.log(`Sign in at ${site}/sign-in as ${signIn.email} with ${signIn.password}\n`);
  const task = { type: "AntiGateTask", websiteURL, templateName, variables };
  // A number may be sent as a string of digits.
  const taskId = "$TASK";
  const create = call(origin, "createTask", { clientKey, task });
  console.log("Try it in another terminal: create a task, push the code that its site asks for, read the result.\n");
  console.log(`TASK=$(${create} | sed 's/.*"taskId":\\([0-9]*\\).*/\\1/'); echo "task $TASK"\n`);
  console.log(`${call(origin, "pushAntiGateVariable", { clientKey, taskId, ...late })}; echo\n`);
  console.log(`${call(origin, "getTaskResult", { clientKey, taskId })}; echo\n`);
}

/** A body for single quotes: it contains none, and the shell's variable is outside of them. */
function call(origin: string, method: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", "\\u0027").replace(`"$TASK"`, `"'$TASK'"`);
  return `curl -s ${origin}/${method} -d '${quoted}'`;
}

/** What a stop waits for, how long at most, and how to stop without waiting; undefined if it waits for nothing. */
export function drainText({ waiting, running, secondsLeft }: DrainReport): string | undefined {
  if (waiting + running === 0 || secondsLeft === 0) return undefined;
  const parts = [
    ...(waiting > 0 ? [`${tasks(waiting)} ${waiting === 1 ? "waits" : "wait"} for a value`] : []),
    ...(running > 0 ? [`${tasks(running)} ${running === 1 ? "runs" : "run"}`] : []),
  ];
  const they = waiting + running === 1 ? "It has" : "They have";
  return `Stopping: ${parts.join(" and ")}. ${they} ${secondsLeft} s at most, and pushes are accepted meanwhile. Ctrl-C again stops at once.`;
}

/** The same for a line that is overwritten repeatedly. */
export function drainDetail({ waiting, running }: DrainReport): string {
  return waiting + running === 0 ? "" : `${tasks(waiting + running)} left`;
}

function tasks(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
