import type pg from 'pg'

/** A table of ours, as it is copied. */
export interface TableShape {
  name: string
  /** Those that hold data: what is worked out from others is worked out again. */
  columns: string[]
  isPartitioned: boolean
}

/** Every table of ours but the migrations, moves and processes of this very database, which are told apart; those first that others refer to. */
export async function tablesOf(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; is_partitioned: boolean }>(`
    SELECT relname AS name, relkind = 'p' AS is_partitioned, ARRAY(
      SELECT attname::text FROM pg_attribute
      WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
    FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('migrations', 'database_moves', 'processes')
    ORDER BY relname`)
  const { rows: links } = await client.query<{ child: string; parent: string }>(`
    SELECT DISTINCT child.relname AS child, parent.relname AS parent
    FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`)
  const shapes = rows.map(({ name, columns, is_partitioned: isPartitioned }) => ({ name, columns, isPartitioned }))
  return inOrder(shapes, links)
}

function inOrder(tables: TableShape[], links: { child: string; parent: string }[]): TableShape[] {
  const parents = new Map(
    tables.map(({ name }) => [name, new Set(links.filter(({ child }) => child === name).map(({ parent }) => parent))]),
  )
  const ordered: TableShape[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) => !placed.has(name) && [...(parents.get(name) ?? [])].every((parent) => placed.has(parent)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle: they cannot be filled one by one.')
    for (const table of next) placed.add(table.name)
    ordered.push(...next)
  }
  return ordered
}

export async function sequencesOf(client: pg.ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`)
  return rows
}
