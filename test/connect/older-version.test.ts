import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { everyCompany } from '../../src/db/scoped.ts'
import { begins, comesBack } from '../support/connect/connecting.ts'
import { consentAt } from '../support/consent.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '5' })
const owner = await signedIn(app)
const { db } = app.app.services

/** As a process of the version before accounts were chosen does it, which still runs during an upgrade. */
async function writtenByOlder(connectionId: number, accountId: string): Promise<void> {
  await sql`
    INSERT INTO ad_accounts (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, connection_id, is_sandbox)
    SELECT connections.company_id, workspaces.id, connections.platform, ${accountId}, 'Old', 'USD', 'UTC', 'active', connections.id, true
    FROM connections JOIN workspaces ON workspaces.company_id = connections.company_id AND workspaces.is_default
    WHERE connections.id = ${connectionId}
    ON CONFLICT (company_id, platform, account_id) DO UPDATE SET name = excluded.name, connection_id = excluded.connection_id`.execute(
    everyCompany(db),
  )
}

interface Account {
  id: string
  chosen: boolean
  takenIn: boolean | null
  reachedThrough: string | null
}

test('a process of an older version uses nothing of a consent that nobody chose, and takes nothing in', async () => {
  const connects = async () => {
    const { authorizeUrl, cookie } = await begins(owner, 'tiktok')
    const { chosen, problem } = await comesBack(owner, await consentAt(authorizeUrl), cookie)
    assert.ok(chosen, problem ?? '')
    return Number(chosen)
  }
  const id = await connects()
  const path = `/v1/connections/${id}/accounts`
  const accounts = async () => (await owner.call('GET', path)).body.accounts as Account[]
  const [used, unused] = await accounts()
  assert.ok(used && unused)
  for (const account of [used, unused]) await writtenByOlder(id, account.id)
  assert.deepEqual(
    (await accounts()).map(({ takenIn }) => takenIn),
    (await accounts()).map(() => null),
  )
  const { status } = await owner.call('PUT', path, { body: { accounts: [{ accountId: used.id }] } })
  assert.equal(status, 200)
  const second = await connects()
  for (const account of [used, unused]) for (const each of [id, second]) await writtenByOlder(each, account.id)
  const found = (await accounts()).map((each) => [each.id, each.chosen, each.takenIn, each.reachedThrough])
  assert.deepEqual(found.slice(0, 2), [
    [used.id, true, false, String(id)],
    [unused.id, false, null, null],
  ])
})
