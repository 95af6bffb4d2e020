import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SessionWith } from '../contract/platform.ts'
import { definePlatform } from '../kit/define-platform.ts'
import type { Counted } from '../kit/figures.ts'
import { createFiguresForPages } from '../kit/figures-for-pages.ts'
import { accountIdsIn, apiAddress, apiVersion, createApi } from './client.ts'
import type { Api } from './client.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns } from './discover.ts'
import { duplicateVerbs } from './duplicate/duplicate.ts'
import { checkAd } from './launch/check-ad.ts'
import { launchFields } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { checkBudget, ownerOf, readEntities, roundBudget, setBudget, setStatus } from './manage/manage.ts'
import { listAdPerformance, listAds, listPerformance, showAds } from './manage/views.ts'
import { isId } from './map.ts'
import { platformName } from './name.ts'
import { createCounting, createSpending, spendByCampaign } from './report/counting.ts'
import { createFamilies } from './report/family.ts'
import { reportingVerbs } from './report/report.ts'

/** What can be done here. Nothing can be deleted. */
const verbs = [
  'listAdSets',
  'listCampaigns',
  'spendByCampaign',
  'ownerOf',
  'readEntities',
  'setStatus',
  'checkBudget',
  'roundBudget',
  'setBudget',
  'listAds',
  'showAds',
  'listPerformance',
  'listAdPerformance',
  'launch',
  'duplicate',
  'reporting',
] as const

const isAccountIds = (text: string) => {
  const ids = accountIdsIn({ accountIds: text })
  return ids.length > 0 && ids.every(isId)
}

export const applovin = definePlatform({
  name: platformName,
  aliases: ['mobile-app', 'axon'],
  title: 'AppLovin (Axon)',
  sandboxPath: '/applovin',
  api: { address: apiAddress, version: apiVersion, endsOn: null },
  credentials: z
    .object({
      managementKey: z.string().min(10),
      reportKey: z.string().min(10),
      accountIds: z.string().refine(isAccountIds, 'must be account ids (digits), with commas between them'),
    })
    .meta({
      description:
        'The Campaign Management key, the Report key, and the account ids: the platform lists none, so they are given by hand.',
    }),
  sandboxCredentials: (tenant) => ({
    managementKey: tenant ? `sandbox-applovin-key.${tenant}` : 'sandbox-applovin-key',
    reportKey: tenant ? `sandbox-applovin-report-key.${tenant}` : 'sandbox-applovin-report-key',
    accountIds: sandboxAccountIds(tenant ?? 'default').join(','),
  }),
  reportsFor: 'people',
  launchTypes: ['single'],
  launchFields,
  usedFields: () => ['link', 'urlTags'],
  checkAd,
  verbs,
  open(credentials, surroundings) {
    const { now } = surroundings
    const today = () => now().toISOString().slice(0, 10)
    const shared = createApi(credentials, surroundings)
    const families = createFamilies(shared)
    const figures = createFiguresForPages<Map<string, Counted>>()
    const reporting = reportingVerbs({ api: shared, families, today })
    const launch = launchVerbs(shared, surroundings)
    const sessionOver = (api: Api): SessionWith<(typeof verbs)[number]> => {
      const counting = createCounting({ api, families, today })
      const deps = { api, counting, spending: createSpending(api, today, figures) }
      return {
        check: () => checkConnection(api, today()),
        listAccounts: () => listAccounts(api),
        listAdSets: (accountId, filter) => listAdSets(api, accountId, filter),
        listCampaigns: (accountId, filter) => listCampaigns(api, accountId, filter),
        spendByCampaign: (accountId, from, to) => spendByCampaign(counting, accountId, { from, to }),
        ownerOf: (entity) => ownerOf(api, entity),
        readEntities: (account, entities) => readEntities(api, account, entities),
        setStatus: (account, entity, change) => setStatus({ api, now }, account, entity, change),
        checkBudget,
        roundBudget,
        setBudget: (account, entity, change) => setBudget(api, account, entity, change),
        listAds: (account, query) => listAds(api, account, query),
        showAds: (account, adIds) => showAds(api, account, adIds),
        listPerformance: (account, _level, query) => listPerformance(deps, account, query),
        listAdPerformance: (account, query) => listAdPerformance(deps, account, query),
        launch,
        duplicate: duplicateVerbs(api, surroundings),
        reporting,
        until: (caller) => sessionOver(api.until(caller)),
        close: () => api.close(),
      }
    }
    return sessionOver(shared)
  },
})

/** The accounts of a company in the sandbox, which lists none either: both know them from the company's name. */
function sandboxAccountIds(tenant: string): string[] {
  const digest = createHash('sha256').update(`${platformName} ${tenant}`).digest()
  return [1, 2].map((number) => `71${String(digest.readUInt32BE() % 100_000_000).padStart(8, '0')}${number}`)
}
