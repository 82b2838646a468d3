import type { ErrorCode } from "@gatepost/contract/errors";
import type { Method } from "@gatepost/contract/method";
import { type MethodName, methodNames, methods, type RequestOf, type ResponseOf } from "@gatepost/contract/methods";
import type { Problem } from "@gatepost/contract/problems";
import type { PartialResult, TaskFailure } from "@gatepost/contract/solution";

/*
 * All that the client takes from the contract. The package has a file of the same exports in its place, which depends on nothing:
 * build.ts.
 */

export type { ErrorCode, MethodName };

/** A method's request without the key, which the client adds. */
export type Requests = { [Name in MethodName]: RequestOf<Name> };

/** A method's success, `errorId: 0` included. */
export type Responses = { [Name in MethodName]: ResponseOf<Name> };

/** What some errors tell beside the sentence. */
export interface ErrorDetails {
  /** Every problem of a document that saveTemplate refused. */
  problems?: Problem[];
  /** Of a failed task: where it failed, and what it had read. */
  failure?: TaskFailure;
  partial?: PartialResult;
}

/**
 * What to do with a call whose response was lost: `repeat` it as it is, repeat it `with key`, the same Idempotency-Key each time,
 * or `give up`, because it could be done twice.
 */
export type AfterLoss = "repeat" | "with key" | "give up";

export const afterLoss = Object.fromEntries(methodNames.map((name) => [name, afterLossOf(name)])) as Record<
  MethodName,
  AfterLoss
>;

function afterLossOf(name: MethodName): AfterLoss {
  const { access, idempotent, repeatable }: Method = methods[name];
  if (idempotent) return "with key";
  return repeatable || access !== "change" ? "repeat" : "give up";
}

/** The properties of createTask's call that are not of its `task`. */
export const createTaskProperties = Object.keys(methods.createTask.request.shape);
