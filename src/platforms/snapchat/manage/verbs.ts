import type { ManageVerbs } from '../../contract/manage.ts'
import type { Session } from '../../contract/platform.ts'
import type { Snap } from '../client.ts'
import { deleteEntity, ownerOf, readEntities, setBudget, setStatus } from './manage.ts'
import { checkAmounts, roundAmount } from './money.ts'
import { createOwners } from './read.ts'
import { listAdPerformance, listAds, listPerformance, spendByCampaign } from './views.ts'
import type { Deps } from './views.ts'

export function manageVerbs(snap: Snap, { now, figures }: Pick<Deps, 'figures'> & { now: () => Date }) {
  const owners = createOwners(snap)
  return {
    spendByCampaign: (accountId, from, to) => spendByCampaign(snap, accountId, from, to),
    ownerOf: (entity) => ownerOf(snap, owners, entity),
    readEntities: (account, entities) => readEntities(snap, owners, account, entities),
    setStatus: (account, entity, change) => setStatus({ snap, now }, account, entity, change),
    checkBudget: (account, change) => checkAmounts(change, account),
    roundBudget: (account, amount) => roundAmount(amount, account),
    setBudget: (account, entity, change) => setBudget(snap, account, entity, change),
    deleteEntity: (account, entity) => deleteEntity(snap, account, entity),
    listAds: (account, query) => listAds(snap, account, query),
    listPerformance: (account, level, query) => listPerformance({ snap, figures }, account, level, query),
    listAdPerformance: (account, query) => listAdPerformance({ snap, figures }, account, query),
  } satisfies ManageVerbs & Pick<Session, 'spendByCampaign'>
}
