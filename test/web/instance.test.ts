import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { untilTrue } from '../support/ask-until.ts'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'
import { beyondTheScreen, phone } from '../support/web/phone.ts'

const test = await browserTests()
const confirmOwner = sql`
  UPDATE users SET confirmed_at = now(), home_company_id = NULL WHERE operator_since IS NOT NULL AND confirmed_at IS NULL`

test('whoever is no operator is shown no way to the instance, and learns nothing at its address', async (stage) => {
  const { page } = await stage.signedIn('admin')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/instance')
  await page.getByText('This page is for operators.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Instance' }).count(), 0)
  assert.ok(!asked.includes('/v1/instance'))
  await axe(page)
})

test('an operator sees how the installation is, and it is read again by itself', async ({ app, signedIn }) => {
  const { db } = app.app.services
  await confirmOwner.execute(db)
  await sql`
    INSERT INTO processes (id, role, version, host, started_at, seen_at)
    VALUES (gen_random_uuid(), 'worker', '0.1.0', 'far-away', now() - interval '1 day', now() - interval '5 minutes')`.execute(
    db,
  )
  const { page } = await signedIn('owner')
  await page.goto('/')
  await page.getByRole('link', { name: 'Instance' }).click()
  const processes = page.getByRole('region', { name: 'Processes' })
  await processes.getByText('lives').waitFor()
  await processes.getByText('not seen for 5 minutes').waitFor()
  await page.getByRole('region', { name: 'About to end' }).getByText('platform').first().waitFor()
  await page.getByText('Set BACKUP_DIR').waitFor()
  await page.getByText('No company has a quota.').waitFor()
  await axe(page)
  await sql`DELETE FROM processes WHERE host = 'far-away'`.execute(db)
  await untilTrue(async () => (await processes.getByText('far-away').count()) === 0)
})

test('it fits a phone', async ({ app, signedIn }) => {
  await confirmOwner.execute(app.app.services.db)
  const { page } = await signedIn('owner', phone)
  await page.goto('/instance')
  await page.getByRole('region', { name: 'Processes' }).waitFor()
  assert.deepEqual(await beyondTheScreen(page), [])
  await axe(page)
})
