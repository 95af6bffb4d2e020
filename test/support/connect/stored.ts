import assert from 'node:assert/strict'
import { demo } from '../../../src/api/examples.ts'
import { storeConnection } from '../../../src/core/connections/store.ts'
import { findCompany } from '../../../src/core/people/companies/companies.ts'
import { builtIn } from '../../../src/platforms/index.ts'
import type { TestApp } from '../harness.ts'

/** The connection of the documents' examples: it leads to the sandbox, as the demo company does without one. */
export async function connectForExamples({ app }: TestApp): Promise<void> {
  const { db, seal } = app.services
  const company = (await findCompany(db, 'demo'))!
  const platform = builtIn.driver('applovin')!
  const { id } = await storeConnection(db, seal, {
    ...{ companyId: company.id, platform: platform.name, label: 'main', isSandbox: true, origin: 'paste' },
    ...{ credentials: platform.sandboxCredentials(null), verdict: null },
  })
  assert.equal(id, demo.connection)
}
