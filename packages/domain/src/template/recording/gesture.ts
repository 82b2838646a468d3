import type { RecordedStep } from "@gatepost/contract/recording";

/** A recorded step that a template's step is made of. */
export interface Gesture {
  step: RecordedStep;
  /** Its place in the recording, counted from 1. */
  number: number;
  /** Its text was typed into several boxes, of which the step's is the first. */
  boxes?: true;
}
