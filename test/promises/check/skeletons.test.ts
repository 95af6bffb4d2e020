import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtIn } from '../../../src/platforms/index.ts'

/** Drivers are read side by side, and so are simulators: what has the same role has the same place and the same name. */
const root = join(import.meta.dirname, '..', '..', '..')
const platforms = builtIn.all.map(({ sandboxPath }) => sandboxPath.slice(1))

/** What a file is for, by the name that it exports. `must`: no driver is without. */
const driverRoles: Record<string, { exports: string[]; must?: true }> = {
  'index.ts': { exports: [], must: true },
  'name.ts': { exports: ['platformName'], must: true },
  'client.ts': { exports: ['apiVersion'], must: true },
  'wire.ts': { exports: [], must: true },
  'map.ts': { exports: ['statusOf'], must: true },
  'errors.ts': { exports: ['failureIn'], must: true },
  'usage.ts': { exports: [], must: true },
  'discover.ts': { exports: ['checkConnection', 'listAccounts', 'listAdSets', 'listCampaigns'], must: true },
  'oauth.ts': { exports: ['createTokenKeeper'] },
  'consent.ts': { exports: ['oauth'] },
  'grant.ts': { exports: ['words', 'exchangeCode'] },
  'scopes.ts': { exports: ['scopes'] },
  'manage/views.ts': { exports: ['listPerformance'], must: true },
  'manage/manage.ts': { exports: ['setStatus', 'setBudget', 'ownerOf'], must: true },
  'manage/money.ts': { exports: ['checkBudget', 'roundBudget'] },
  'launch/launch.ts': { exports: ['launchVerbs'] },
  'launch/check-ad.ts': { exports: ['checkAd'] },
  'launch/fields.ts': { exports: ['launchFields'] },
  'launch/cta.ts': { exports: ['callsToAction'] },
  'duplicate/duplicate.ts': { exports: ['duplicateVerbs'] },
  'report/report.ts': { exports: ['reportingVerbs'], must: true },
  'report/question.ts': { exports: ['Question'], must: true },
  'report/rows.ts': { exports: ['readRows'], must: true },
  'report/days.ts': { exports: ['readDays'], must: true },
  'report/entities.ts': { exports: ['readEntities'], must: true },
  'report/reach.ts': { exports: ['readReach'] },
  'report/countries.ts': { exports: ['readCountries'] },
  'report/spend.ts': { exports: ['spendByCampaign'] },
  'report/run.ts': { exports: ['runReport'] },
  'report/family.ts': { exports: ['createFamilies'] },
}

/** The world is what a simulator keeps; the state is the same in our words. */
const simulatorRoles: Record<string, { exports: string[]; must?: true }> = {
  'world.ts': { exports: ['World', 'openWorld'], must: true },
  'state.ts': { exports: ['stateOf'], must: true },
  'auth.ts': { exports: ['authenticate'], must: true },
  'app.ts': { exports: ['defaultToken'] },
  'errors.ts': { exports: [], must: true },
  'inspect.ts': { exports: [], must: true },
  'limiter.ts': { exports: ['Limiter', 'createLimiter'], must: true },
  'look.ts': { exports: [], must: true },
  'router.ts': { exports: [], must: true },
  'seed.ts': { exports: ['ensureTenant'], must: true },
  'settings.ts': { exports: [], must: true },
  'simulator.ts': { exports: [], must: true },
}

test('every simulator has the files of its skeleton, under the same names', () => {
  assert.deepEqual(faultsIn('sandbox', simulatorRoles), [])
})

test('every driver has the files of the skeleton, and a file of one name has one meaning', () => {
  assert.deepEqual(faultsIn('src/platforms', driverRoles), [])
})

test('a missing file and a missing name are told', () => {
  const roles = { 'nothing.ts': { exports: [], must: true as const }, 'name.ts': { exports: ['nothing'] } }
  const expected = platforms.flatMap((name) => [
    `src/platforms/${name}/nothing.ts is missing`,
    `src/platforms/${name}/name.ts does not export nothing`,
  ])
  assert.deepEqual(faultsIn('src/platforms', roles), expected)
})

function faultsIn(folder: string, roles: Record<string, { exports: string[]; must?: true }>): string[] {
  return platforms.flatMap((name) => {
    const files = new Set(globSync('**/*.ts', { cwd: join(root, folder, name) }))
    return Object.entries(roles).flatMap(([file, { exports, must }]) => {
      const path = `${folder}/${name}/${file}`
      if (!files.has(file)) return must ? [`${path} is missing`] : []
      const source = readFileSync(join(root, path), 'utf8')
      return exports.filter((each) => !isExported(source, each)).map((each) => `${path} does not export ${each}`)
    })
  })
}

function isExported(source: string, name: string): boolean {
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|const|type|interface) ${name}\\b`, 'm')
  const destructured = new RegExp(`^export const \\{[^}]*\\b${name}\\b[^}]*\\} =`, 'm')
  return declared.test(source) || destructured.test(source)
}
