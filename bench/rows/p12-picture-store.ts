import { randomBytes } from "node:crypto";
import type { BenchInstallation } from "../lab.ts";

const table = "picture_store";

/** The floor of row P12: a table that has the bytes of pictures and nothing else. */
export async function prepareStore({ query }: BenchInstallation): Promise<void> {
  await query(`create table ${table} (id bigserial primary key, picture bytea not null)`);
  await query(`alter table ${table} alter column picture set storage external`);
}

/** Stores pictures of these sizes in bytes, each in a commit of its own. */
export async function storePictures({ query }: BenchInstallation, sizes: readonly number[]): Promise<void> {
  for (const bytes of sizes) await query(`insert into ${table} (picture) values ($1)`, [randomBytes(bytes)]);
}
