import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { partsOf } from '../support/source-parts.ts'

/** What works for all companies at once: folders in which nothing is done for a caller. */
const folders: Record<string, string> = {
  'cli/': 'the operator',
  'backup/': 'the installation as a whole, for the operator',
  'jobs/': 'what runs by itself',
  'open/': 'the start of a process',
  'db/': 'the door itself, and what is told to processes',
  'core/instance/': 'the installation as a whole, for operators alone',
  'core/journal/': 'the owner of a lane, by the ids that it holds',
  'core/launch/media/': 'files of a batch, by its id, for the worker',
  'core/webhooks/': 'what is delivered, by the webhook that is held',
  'core/people/invites/mail/': 'mails on their way, by the mail that is held',
  'core/mail/': 'mails on their way, by the mail that is held, and people who may be in several companies',
  'core/automations/execute/': 'executions and requests, by the lease that is held',
}

/** Single pieces, by why no company stands in what they ask. */
const pieces: Record<string, string[]> = {
  'they find out who calls, by what only the caller has': [
    ...['core/assistants/tokens/living.ts livingTokens', 'core/assistants/tokens/living.ts livingGrants'],
    'core/assistants/tokens/issue.ts lockGrant',
    ...['http/callers/cached-keys.ts lookUpAll', 'http/uses.ts createUses', 'http/callers/watched-callers.ts keysAre'],
    ...[
      'core/people/sessions/sessions.ts lookUp',
      'core/people/sessions/sessions.ts livingSessions',
      'core/people/sessions/sessions.ts rotate',
    ],
    ...[
      'core/people/sessions/sessions.ts noteSeen',
      'core/people/invites/links.ts useSignInLink',
      'core/people/sessions/tokens-out.ts tokensOut',
    ],
    ...[
      'core/people/sessions/accept-invite.ts acceptInvite',
      'core/approvals/links.ts openLink',
      'core/people/companies/companies.ts findCompany',
      'core/people/companies/companies.ts findCompanyById',
    ],
    ...[
      'core/people/sessions/sign-in.ts memberOf',
      'core/people/sessions/sign-in.ts memberWithAddress',
      'core/people/companies/demo.ts keyExists',
    ],
  ],
  'a person may be in several companies': [
    ...[
      'core/people/erase.ts erasePerson',
      'core/people/erase.ts eraseWithCompany',
      'core/people/erase.ts companiesOf',
    ],
    ...[
      'core/people/identity.ts lockAddress',
      'core/people/identity.ts holdPerson',
      'core/people/identity.ts lockPerson',
    ],
    ...[
      'core/people/companies/operators.ts setMark',
      'core/people/companies/operators.ts isOperator',
      'core/people/companies/operators.ts marksOf',
    ],
    ...['core/people/identity.ts endAccess', 'core/people/companies/own-companies.ts companiesOf'],
    ...['core/people/sessions/passkeys.ts addPasskey', 'core/people/step-up.ts proveSession'],
    'core/people/companies/notify-companies.ts notifyCompanies',
    'core/ends/disconnect.ts isShared',
  ],
  'they run by themselves, for every company': [
    'core/leaving/leaving.ts listDeletions',
    'core/assistants/forget.ts forgetSignIns',
    ...['call/idempotency.ts freeAllKeys', 'call/idempotency.ts forgetOldKeys', 'core/plans/store.ts forgetPlans'],
    ...['core/approvals/claim.ts dueApprovals', 'core/approvals/decide.ts expireApprovals'],
    ...['core/approvals/decide.ts forgetApprovals', 'core/approvals/notify.ts notifyNext'],
    ...['core/audit/log.ts settleOpenEntries', 'core/audit/signed-head.ts publishHeads'],
    ...['core/audit/forget.ts forgetEntries', 'core/reports/past/months.ts monthsOf'],
    ...['core/reports/past/months.ts forgetDays', 'core/reports/past/months.ts drop'],
    ...['core/reports/sums/mend.ts missingMonths', 'core/reports/sums/mend.ts differingMonths'],
    ...['core/reports/mirror/mirror.ts closedMonths', 'core/creatives/states/keep.ts companiesToJudge'],
    'core/creatives/graduation/hand-over.ts findDue',
    ...['core/rehearsals/store.ts forgetRehearsals', 'core/connections/state/daily.ts lookDaily'],
    ...['core/connections/state/record.ts record', 'core/connections/renewal/due.ts renewDue'],
    ...[
      'core/connections/state/endings.ts notifyEndings',
      'core/events/forget.ts forgetEvents',
      'core/events/hub.ts createEventHub',
    ],
    ...['core/ends/hold.ts takeDue', 'core/ends/hold.ts nextInMs', 'core/ends/hold.ts freeAllEnds'],
    ...['core/ends/hold.ts forgetEnds', 'core/ends/hold.ts renewEnds'],
    ...['core/events/number.ts numberSome', 'core/people/sessions/sessions.ts forgetSessions'],
    ...[
      'core/guards/anomalies.ts notifyAnomalies',
      'core/guards/ledger/effects.ts forgetEffects',
      'core/guards/watch.ts watchCaps',
    ],
    ...['core/reports/sync/all.ts reportAccounts', 'core/reports/sync/all.ts discoverAccounts'],
    ...['core/research/scrape/scrapes.ts freeAllScrapes', 'core/research/scrape/scrapes.ts forgottenScrapes'],
    ...[
      'core/research/scrape/scrapes.ts forgetOldScrapes',
      'core/guards/ledger/names.ts forgetOldNames',
      'core/connections/positions/positions.ts forgetOldPositions',
      'core/rehearsals/store.ts forgottenRehearsals',
    ],
  ],
  'they are about an approval that whoever runs it holds': [
    ...['core/approvals/claim.ts claimApproved', 'core/approvals/claim.ts holdOn'],
    ...['core/approvals/claim.ts tryLater', 'core/approvals/claim.ts endApproved', 'core/approvals/claim.ts letGo'],
    ...['core/guards/asking/four-eyes.ts strictAmong', 'core/guards/asking/hold-to-approval.ts stillAsking'],
  ],
  'what they ask about is no company’s: names, locks and rates that all companies share': [
    'core/restored.ts loadRestored',
    ...['core/assistants/clients/registered.ts registerClient', 'core/assistants/clients/registered.ts requirePlace'],
    'core/assistants/consent/consent.ts connectAssistant',
    ...[
      'core/people/companies/companies.ts freeWorkspaceSlug',
      'core/connections/workspaces.ts changeWorkspace',
      'core/guards/store.ts lockGuards',
      'core/guards/store.ts lockToDecide',
      'core/guards/store.ts commitDurably',
    ],
    'core/currency/fetch-rates.ts hasRatesOf',
    ...['core/currency/store-rates.ts storeRates', 'core/currency/store-rates.ts listRates'],
    ...[
      'core/currency/store-rates.ts removeRates',
      'core/people/companies/demo.ts makeWhatIsMissing',
      'call/rate-limit.ts sharedWindows',
    ],
    ...['core/media/shared-folder.ts noteFolder', 'core/media/shared-folder.ts foldersBeside'],
    ...['noteAddress', 'forgetAddress', 'addressesBeside'].map((name) => `core/media/siblings/addresses.ts ${name}`),
    ...['core/media/siblings/store.ts knownAs', 'core/media/loose.ts noteRemoved'],
    'core/media/loose.ts createRemovedSweep',
    ...['core/ends/keep.ts databaseNow', 'core/connections/renewal/hold.ts holdWithin'],
    'core/connections/renewal/hold.ts holdsStill',
    ...['core/guards/ledger/kept.ts databaseTime', 'core/audit/keys.ts vouchFor'],
    ...[
      'core/secrets/sealed.ts sealedByOthers',
      'core/secrets/sealed.ts latestSealed',
      'core/secrets/sealed.ts pageOfOthers',
      'core/secrets/sealed.ts putSealed',
    ],
  ],
}

test('whoever reads the rows of all companies has a reason', () => {
  const root = join(import.meta.dirname, '..', '..', 'src')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const found = files.flatMap((file) =>
    partsOf(readFileSync(join(root, file), 'utf8')).flatMap(({ name, text }) =>
      /\beveryCompany\(/.test(text) ? [`${file} ${name}`] : [],
    ),
  )
  const single = found.filter((each) => !Object.keys(folders).some((folder) => each.startsWith(folder)))
  const known = Object.values(pieces).flat()
  assert.deepEqual(
    single.filter((each) => !known.includes(each)),
    [],
  )
  assert.deepEqual(
    known.filter((each) => !single.includes(each)),
    [],
    'what is not there any more needs no reason',
  )
  for (const folder of Object.keys(folders))
    assert.ok(
      found.some((each) => each.startsWith(folder)),
      folder,
    )
})
