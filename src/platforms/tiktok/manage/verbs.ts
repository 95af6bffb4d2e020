import type { ManageVerbs } from '../../contract/manage.ts'
import type { PlatformAccount, Session } from '../../contract/platform.ts'
import { picturesIn } from '../../kit/pictures.ts'
import type { Api } from '../client.ts'
import { listAdPerformance, listAds } from './ads.ts'
import type { Deps } from './figures.ts'
import { deleteEntity, ownerOf, setBudget, setStatus } from './manage.ts'
import { checkBudget, roundBudget } from './money.ts'
import { readEntities } from './read.ts'
import { listPerformance } from './views.ts'
import { spendByCampaign } from '../report/spend.ts'

interface Shared extends Pick<Deps, 'figures'> {
  now: () => Date
  listAccounts: () => Promise<PlatformAccount[]>
}

export function manageVerbs(api: Api, { now, listAccounts, figures }: Shared) {
  return {
    spendByCampaign: (accountId, from, to) => spendByCampaign(api, accountId, from, to),
    ownerOf: (entity) => ownerOf(api, listAccounts, entity),
    readEntities: (account, entities) => readEntities(api, account, entities),
    setStatus: (account, entity, change) => setStatus({ api, now }, account, entity, change),
    checkBudget,
    roundBudget,
    setBudget: (account, entity, change) => setBudget(api, account, entity, change),
    deleteEntity: (account, entity) => deleteEntity(api, account, entity),
    listAds: (account, query) => listAds(api, account, query),
    showAds: async (account, ids) => picturesIn(await listAds(api, account, { ids, limit: ids.length })),
    listPerformance: (account, level, query) => listPerformance({ api, figures }, account, level, query),
    listAdPerformance: (account, query) => listAdPerformance({ api, figures }, account, query),
  } satisfies ManageVerbs & Pick<Session, 'spendByCampaign'>
}
