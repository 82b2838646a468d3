import { grants, type Privilege, sequenceGrants } from "./grants.ts";
import { type ProcessRole, processRoles, roles } from "./roles.ts";

/** The existing relations that grants.ts names. */
export interface Relations {
  tables: readonly string[];
  /** With the table to whose column they belong; null for a sequence that belongs to none. */
  sequences: readonly { name: string; table: string | null }[];
}

/** The privileges of one role on one relation, in the notation of GRANT. */
export interface Wanted {
  role: string;
  relation: string;
  kind: "TABLE" | "SEQUENCE";
  privileges: readonly string[];
}

/** The privileges that each role should have on each existing relation. */
export function wantedPrivileges({ tables, sequences }: Relations): Wanted[] {
  return processRoles.flatMap((process) => {
    const role = roles[process];
    return [
      ...tables.map((relation): Wanted => {
        return { role, relation, kind: "TABLE", privileges: grants[relation]?.[process] ?? [] };
      }),
      ...sequences.map(({ name, table }): Wanted => {
        const uses = table === null ? sequenceGrants[name]?.includes(process) : inserts(table, process);
        return { role, relation: name, kind: "SEQUENCE", privileges: uses ? ["USAGE"] : [] };
      }),
    ];
  });
}

/** Single privileges, such as `SELECT` and `UPDATE email`, in a fixed order. */
export function singlePrivileges(privileges: readonly string[]): string[] {
  return privileges
    .flatMap((privilege) => {
      const [, name = privilege, columns] = /^(\w+) \((.*)\)$/.exec(privilege) ?? [];
      return columns === undefined ? [name] : columns.split(", ").map((column) => `${name} ${column}`);
    })
    .sort();
}

function inserts(table: string, process: ProcessRole): boolean {
  const privileges: readonly Privilege[] = grants[table]?.[process] ?? [];
  return privileges.some((privilege) => privilege.startsWith("INSERT"));
}
