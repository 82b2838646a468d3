/** Said to a person whose page shows a question that is no longer asked. */
export const changedQuestionText = "The question has changed. Nothing was sent: look at what is asked now.";
