import { sql } from 'kysely'
import type { Role } from '../../../src/db/tables/people.ts'
import type { TestApp } from '../harness.ts'
import { signedIn } from '../people/browser.ts'
import type { Browser } from '../people/browser.ts'

export type Reader = Browser & { email: string }

/** Somebody of the demo company whose address is known to be theirs. */
export async function withAddress(app: TestApp, role: Role, workspaceIds: number[] = []): Promise<Reader> {
  const browser = await signedIn(app, role, workspaceIds)
  const { email } = await app.app.services.db
    .updateTable('users')
    .set({ confirmed_at: sql<Date>`clock_timestamp()`, home_company_id: null })
    .where('id', '=', browser.userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { ...browser, email }
}
