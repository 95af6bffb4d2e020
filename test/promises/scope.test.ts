import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { partsOf } from '../support/source-parts.ts'

/** Tables whose rows lie in a workspace: whoever reads them says as whom (core/reach.ts), or why not. */
const bound = [
  ...['batches', 'batch_items', 'events', 'receipts', 'approvals', 'ad_accounts', 'invites', 'audit_log'],
  ...['automations', 'automation_executions', 'automation_decisions', 'automation_suggestions'],
].join('|')

const reading = new RegExp(
  `\\b(?:FROM|JOIN)\\s+"?(?:${bound})\\b|\\b(?:selectFrom|\\w*[jJ]oin)\\(\\s*['"\`](?:${bound})\\b`,
)

/** What a statement says when it is read as somebody. */
const asSomebody =
  /\b(?:inReach|inReachText|allInReach|withinReach|isForColleagues|amongWorkspaces|inWorkspaces|seenBatches|isSeen|isSeenBy|isSeenRule|isOfSeenRule|isShownTo|workspaces_left|seenBefore|notifiesNobody|everyCompany|requireWholeCompany|wholeCompany)\b/

function unscopedIn(file: string, text: string): string[] {
  return partsOf(text).flatMap(({ name, text: part }) =>
    reading.test(part) && !asSomebody.test(part) ? [`${file} ${name}`] : [],
  )
}

/** What works for the company and for no caller: what runs by itself, and what the operator does. */
const forNobody = [
  ...['core/journal/', 'core/launch/engine/', 'core/launch/media/', 'core/webhooks/', 'core/reports/sync/'],
  ...[
    'core/reports/past/',
    'core/automations/backtest/',
    'core/automations/execute/decisions/',
    'core/automations/execute/actions/',
  ],
  ...['cli/', 'backup/', 'jobs/', 'metrics/', 'open/', 'db/', 'core/leaving/'],
]

/** Single pieces that read for a caller without asking where, and why that tells them nothing. */
const byCaller = 'its ids come from a statement that was read as the caller'
const isWhole = 'the caller was found to see the whole of it'
const byItself = 'runs by itself'
const byNobody = 'a count or a lock, told to nobody'
const guards = 'a guard counts what the whole company spends'
const known: Record<string, string> = {
  'core/approvals/claim.ts isAnotherRunning': byNobody,
  'core/audit/erase.ts eraseFromLog': 'for the operator',
  'core/audit/erase.ts olderEntries': 'for the operator',
  'core/audit/forget.ts forgetSome': byItself,
  'core/audit/verify.ts entriesAfter': 'for the operator',
  'core/audit/verify.ts problemsAmong': 'for the operator',
  'core/automations/evaluate/rows.ts accountRows': byCaller,
  'core/automations/rule/acted-on.ts actedOn': 'a count',
  'core/automations/rule/store.ts lastExecutions': byCaller,
  'core/automations/execute/forget.ts executionNeeds': byItself,
  'core/automations/execute/lease.ts isHeldBy': byItself,
  'core/automations/execute/people/requests.ts openKinds': byNobody,
  'core/automations/execute/people/suggestions.ts rowsOf': 'takes its condition from those who call it',
  'core/automations/execute/people/undo.ts hasMore': isWhole,
  'core/automations/execute/read/about-entity.ts aboutEntity': 'asks isAmong, beside it',
  'core/automations/execute/read/about-entity.ts isAmong': 'is the condition',
  'core/automations/execute/read/about-entity.ts withoutSome': byCaller,
  'core/automations/execute/read/executions.ts isAbout': 'a part of a condition',
  'core/automations/execute/read/executions.ts rowsWhere': 'takes its condition from those who call it',
  'core/automations/execute/start.ts startRun': isWhole,
  'core/automations/execute/switch.ts obstacleTo': byItself,
  'core/changelog/proposals.ts proposeEntries': 'whoever works in some workspaces gets none',
  'core/currency/company-currency.ts companyCurrency': 'the currency of the company',
  'core/connections/account-reads.ts forgetAccountReads': byItself,
  'core/connections/state/endings.ts recordOnce': byItself,
  'core/guards/anomalies.ts ofCost': byItself,
  'core/guards/changes/launches.ts passRelaunch': isWhole,
  'core/guards/ledger/effects.ts noteOpenBatches': guards,
  'core/batches/find.ts isLiveText': 'one word about an ad of a batch that is seen',
  'core/batches/find.ts sandboxText': 'one word about a batch that is seen whole',
  'core/batches/find.ts undoneText': 'a count of a batch that is seen whole',
  'core/batches/find.ts wholeText': 'for those who work in the whole company',
  'core/launch/batch/batch-view.ts isAllSandbox': 'one word about a batch that the caller has just made',
  'core/launch/batch/timeline.ts eventsFor': byCaller,
  'core/media/stored.ts findRow': 'media belong to the company',
  'core/reach.ts reachedAccountsText': 'is the condition',
  'core/rehearsals/store.ts endWithoutAccounts': byItself,
  'core/reports/query/sql.ts accountsIn': byCaller,
}

test('whoever reads what lies in a workspace says as whom', () => {
  const root = join(import.meta.dirname, '..', '..', 'src')
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !forNobody.some((start) => file.startsWith(start)),
  )
  assert.ok(files.length > 300)
  const found = files.flatMap((file) => unscopedIn(file, readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(
    found.filter((each) => !(each in known)),
    [],
  )
  assert.deepEqual(
    Object.keys(known).filter((each) => !found.includes(each)),
    [],
    'what is not there any more needs no reason',
  )
})

const planted: Record<string, string> = {
  'in Kysely':
    "export function planted(db: Db, companyId: number) {\n  return db.selectFrom('batches').where('company_id', '=', companyId).execute()\n}",
  'as a join':
    "async function planted(db: Db) {\n  return db.selectFrom('media').leftJoin('events as told', 'told.id', 'media.id').execute()\n}",
  'in SQL': 'const planted = (id: number) => sql`SELECT * FROM\n  batch_items WHERE company_id = ${id}`',
}

for (const [where, text] of Object.entries(planted)) {
  test(`a question by the company alone would be found ${where}`, () => {
    assert.deepEqual(unscopedIn('core/planted.ts', `import x from 'y'\n\n${text}\n`), ['core/planted.ts planted'])
    const mended = text.replace('company_id', 'inReach(company) AND company_id').replace('told.id', 'inReach')
    assert.deepEqual(unscopedIn('core/planted.ts', mended), [])
  })
}
