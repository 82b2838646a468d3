import type { WrittenTemplate } from "@gatepost/contract/steps";

const cell = (number: number) => ({ selector: `:is(td, th):nth-child(${number})` });

/** A copy names its fields after the table's columns. */
export const readTableAsJson: WrittenTemplate = {
  name: "Read a table as JSON",
  description:
    "Returns an object for each row that row_css matches (data.rows), such as #orders tbody tr, with the texts of its first " +
    "five cells and the address of its first link; what a row lacks is null.",
  steps: [
    {
      type: "READ_LIST",
      selector: { variable: "row_css" },
      fields: {
        column_1: cell(1),
        column_2: cell(2),
        column_3: cell(3),
        column_4: cell(4),
        column_5: cell(5),
        link: { selector: "a", attribute: "href" },
      },
      as: "rows",
    },
  ],
};
