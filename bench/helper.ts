/** The child's side of program.ts: reports that it is ready, and answers one question after the other. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on("message", ({ id, question }: { id: number; question: Question }) => {
    answer(question).then(
      (answer) => process.send?.({ id, answer }),
      (error: Error) => process.send?.({ id, error: error.stack ?? error.message }),
    );
  });
  // The import that follows the parent unreferences the channel, which keeps a helper alive.
  process.channel?.ref();
  console.log("ready");
}

/** Sends the parent an unrequested message. */
export function emit(event: unknown): void {
  process.send?.({ event });
}
