import pg from "pg";

interface ScratchDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new, empty database on the server of an address, whose own database is only the way in. */
export async function newScratchDatabase(address: string): Promise<ScratchDatabase> {
  const name = `gatepost_test_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(address);
  url.pathname = `/${name}`;
  await ask(address, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => ask(address, `DROP DATABASE ${name}`) };
}

async function ask(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address, application_name: "gatepost test" });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
