/** The child's side of program.ts: says that it is there, and answers one question after the other's arrival. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on("message", ({ id, question }: { id: number; question: Question }) => {
    answer(question).then(
      (answer) => process.send?.({ id, answer }),
      (error: Error) => process.send?.({ id, error: error.stack ?? error.message }),
    );
  });
  // The import that follows the parent lets go of the channel; a helper lives for it.
  process.channel?.ref();
  console.log("ready");
}

/** Tells the parent what nobody asked for. */
export function emit(event: unknown): void {
  process.send?.({ event });
}
