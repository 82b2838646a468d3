import type pg from "pg";

/** PostgreSQL's description of a statement, which is not run. */
export interface Description {
  /** The types of $1, $2, … by OID. */
  params: number[];
  columns: DescribedColumn[];
}

export interface DescribedColumn {
  name: string;
  /** By OID. */
  type: number;
  /** The table's OID and the column's number if it is a column of a table or view, also through subqueries; otherwise 0. */
  table: number;
  column: number;
}

/** The two protocol messages that `pg` sends and receives, and that its types lack. */
interface Connection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: "S"; name: string }): void;
  sync(): void;
  once(event: "parameterDescription", listener: (message: { dataTypeIDs: number[] }) => void): void;
}

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number };

/** Parses a statement on the server and describes it. Rejects with `pg.DatabaseError` if it cannot be parsed. */
export function describe(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const described: Description = { params: [], columns: [] };
    // What pg calls a submittable, like cursors and COPY streams: it writes its own messages, and reads the responses.
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
