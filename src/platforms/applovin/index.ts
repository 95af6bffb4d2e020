import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Surroundings } from '../contract/platform.ts'
import { givenToken } from '../kit/oauth/consent.ts'
import { definePlatform } from '../kit/define-platform.ts'
import type { Counted } from '../kit/figures.ts'
import { createFiguresForPages } from '../kit/remember.ts'
import { accountIdsIn, apiAddress, apiVersion, createApi } from './client.ts'
import { checkConnection, listAccounts, listAdSets, listCampaigns } from './discover.ts'
import { copies, duplicateVerbs } from './duplicate/duplicate.ts'
import { checkAd } from './launch/check-ad.ts'
import { launchFields } from './launch/fields.ts'
import { launchVerbs } from './launch/launch.ts'
import { sentFields } from './launch/sent-fields.ts'
import { checkBudget, ownerOf, readEntities, roundBudget, setBudget, setStatus } from './manage/manage.ts'
import { listAdPerformance, listAds, listPerformance, showAds } from './manage/views.ts'
import { isId, setIdOf } from './map.ts'
import { platformName } from './name.ts'
import { spendByCampaign } from './report/spend.ts'
import { createFamilies } from './report/family.ts'
import { reportingVerbs } from './report/report.ts'

const isAccountIds = (text: string) => {
  const ids = accountIdsIn({ accountIds: text })
  return ids.length > 0 && ids.every(isId)
}

export const applovin = definePlatform({
  name: platformName,
  aliases: ['mobile-app', 'axon'],
  title: 'AppLovin',
  mark: { colour: '#3d3a8c', path: 'M5 14.5 10 5l5 9.500M7.3 11.500h5.4' },
  levels: { adset: 'campaign', ad: 'creative set' },
  copies,
  placements: [{ name: 'Full screen', ratio: 9 / 16, texts: 'over' }],
  sandboxPath: '/applovin',
  isEntityId: (id) => setIdOf(id) !== null,
  api: { address: apiAddress, version: apiVersion, endsOn: null },
  credentials: z
    .object({
      managementKey: givenToken('the "Campaign Management key" at the account menu > Keys'),
      reportKey: givenToken('the "Report Key" at the account menu > Keys'),
      accountIds: z
        .string()
        .refine(isAccountIds, 'must be account ids (digits), with commas between them')
        .meta({ description: 'From the settings of each account.' }),
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
  sentFields,
  usedFields: () => ['link', 'urlTags'],
  checkAd,
  open(credentials: Record<string, string>, surroundings: Surroundings) {
    const api = createApi(credentials, surroundings)
    const families = createFamilies(api)
    // What they remember serves all who ask.
    return {
      ...api,
      families,
      figures: createFiguresForPages<Map<string, Counted>>(),
      launch: launchVerbs(api, surroundings),
      reporting: reportingVerbs({ ...api, families, now: surroundings.now }),
    }
  },
  check: checkConnection,
  listAccounts,
  // Nothing can be deleted.
  verbs: {
    listAdSets,
    listCampaigns,
    spendByCampaign,
    ownerOf,
    readEntities,
    setStatus,
    setBudget,
    listAds,
    showAds,
    listPerformance,
    listAdPerformance,
  },
  rules: { checkBudget, roundBudget },
  groups: { launch: ({ launch }) => launch, duplicate: duplicateVerbs, reporting: ({ reporting }) => reporting },
})

/** The accounts of a company in the sandbox, which lists none either: both know them from the company's name. */
function sandboxAccountIds(tenant: string): string[] {
  const digest = createHash('sha256').update(`${platformName} ${tenant}`).digest()
  return [1, 2].map((number) => `71${String(digest.readUInt32BE() % 100_000_000).padStart(8, '0')}${number}`)
}
