import type pg from "pg";

/** What PostgreSQL says of a statement without running it. */
export interface Description {
  /** The types of $1, $2, … by OID. */
  params: number[];
  columns: DescribedColumn[];
}

export interface DescribedColumn {
  name: string;
  /** By OID. */
  type: number;
  /** The table's OID and the column's number where it is a column of a table or view, through subqueries too; else 0. */
  table: number;
  column: number;
}

/** The two messages of the protocol that `pg` sends and receives, and of which its types say nothing. */
interface Connection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: "S"; name: string }): void;
  sync(): void;
  once(event: "parameterDescription", listener: (message: { dataTypeIDs: number[] }) => void): void;
}

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number };

/** Parses a statement on the server and describes it. Rejects with `pg.DatabaseError` where it cannot be parsed. */
export function describe(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const described: Description = { params: [], columns: [] };
    // What pg calls a submittable, as cursors and COPY streams are: it writes its own messages, and reads the answers.
    const submittable: pg.Submittable & Record<string, unknown> = {
      submit(connection: unknown) {
        const wire = connection as Connection;
        wire.once("parameterDescription", ({ dataTypeIDs }) => {
          described.params = dataTypeIDs;
        });
        wire.parse({ name: "", text });
        wire.describe({ type: "S", name: "" });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: Field[] }) {
        described.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          ...{ name, type: dataTypeID, table: tableID, column: columnID },
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    };
    client.query(submittable);
  });
}
