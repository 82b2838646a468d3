import assert from "node:assert/strict";
import { checksOf } from "../check.ts";

const proxyFields = ["proxyType", "proxyAddress", "proxyPort", "proxyLogin", "proxyPassword"];

export const tolerance = [
  ...checksOf("family", "1", {
    'Integers may be sent as strings of digits (`"softId":"867"`).': {
      async "Integers may be strings of digits"(service) {
        await service.succeeds("getAppStats", { softId: String(service.softId) });
        const taskId = await service.newTask({}, { softId: String(service.softId) });
        await service.succeeds("pushAntiGateVariable", { taskId: String(taskId), name: service.variable, value: "1" });
      },
    },
    "`softId` `0`, an empty string, `null` or absent means none, except in getAppStats.": {
      async "createTask takes no softId as 0, an empty string, null or nothing"(service) {
        for (const softId of [0, "0", "", null, undefined]) await service.newTask({}, { softId });
      },
    },
    "Unknown properties are ignored and never stored.": {
      async "Unknown properties are ignored"(service) {
        const extra = { note: "x", state: "ready", price: 0, id: 7 };
        const taskId = await service.newTask(extra, extra);
        await service.succeeds("pushAntiGateVariable", { taskId, name: service.variable, value: "1", ...extra });
      },
    },
    "Empty or null `proxy*` fields are ignored.": {
      async "Empty and null proxy fields are ignored"(service) {
        for (const empty of [null, ""])
          await service.newTask(Object.fromEntries([...proxyFields, "proxy"].map((name) => [name, empty])));
      },
    },
  }),
  ...checksOf("family", "3", {
    "An unknown `softId` leaves the task without an application and never fails the call, because client libraries send their own default.":
      {
        async "An unknown softId never fails createTask"(service) {
          for (const softId of [867, 2_147_483_648, Number.MAX_SAFE_INTEGER]) await service.newTask({}, { softId });
        },
      },
  }),
  ...checksOf("gatepost", "1", {
    "Filled ones are refused (1001: proxies are not supported), because ignoring them would show the worker's IP address instead of the intended one.":
      {
        async "A filled proxy field is refused"(service) {
          for (const name of [...proxyFields, "proxy", "proxyFoo"])
            for (const value of ["198.51.100.7", 8080]) {
              const task = await service.task({ [name]: value });
              await service.fails("createTask", { task }, "ERROR_BAD_REQUEST", `task.${name}`);
            }
        },
      },
    "Those inside `task`, also of its objects, are listed in `warnings` of createTask's response.": {
      async "Unknown properties of task are listed in warnings, and known ones give none"(service) {
        const known = await service.succeeds("createTask", { task: await service.task({ proxyPort: null }), other: 1 });
        assert.deepEqual(Object.keys(known), ["errorId", "taskId"]);
        const task = await service.task({ viewPort: 1, viewport: { width: 390, height: 844, wide: 1 } });
        assert.deepEqual((await service.succeeds("createTask", { task })).warnings.sort(), [
          'The property "viewPort" of task is unknown and was ignored.',
          'The property "wide" of task.viewport is unknown and was ignored.',
        ]);
      },
    },
  }),
];
