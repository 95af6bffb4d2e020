import { required } from '../../../lookup.ts'
import type { EntityType } from '../../../platforms/contract/manage.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { OpenConnection } from '../../deps.ts'
import type { PositionCache } from './memory.ts'

/** The same connection, which remembers every campaign, ad set and ad that it lists or reads for the company. */
export function remembering(
  places: Pick<PositionCache, 'note'> | undefined,
  company: Pick<CompanyRef, 'id'>,
  open: OpenConnection,
): OpenConnection {
  if (!places) return open
  const { platform } = open
  const session = rememberingSession(open.session, (id, level, ids) =>
    places.note(company, { platform: platform.name, accountId: platform.fullAccountId?.(id) ?? id, level, ids }),
  )
  return { ...open, session }
}

type NoteSeen = (accountId: string, level: EntityType, ids: string[]) => void

function rememberingSession(session: Session, note: NoteSeen): Session {
  return {
    ...session,
    ...notingLists(session, note),
    ...notingRows(session, note),
    ...(session.until ? { until: (caller) => rememberingSession(session.until?.(caller) ?? session, note) } : {}),
  }
}

type Verbs = Partial<Session>

function notingLists(session: Session, note: NoteSeen): Verbs {
  const noted: Verbs = {}
  if (session.listAdSets)
    noted.listAdSets = (accountId, filter) =>
      telling(session.listAdSets?.(accountId, filter), (sets) =>
        note(
          accountId,
          'adset',
          sets.map(({ value }) => value),
        ),
      )
  if (session.listCampaigns)
    noted.listCampaigns = (accountId, filter) =>
      telling(session.listCampaigns?.(accountId, filter), (campaigns) => note(accountId, 'campaign', idsOf(campaigns)))
  if (session.listAds)
    noted.listAds = (account, query) =>
      telling(session.listAds?.(account, query), ({ items }) => note(account.id, 'ad', idsOf(items)))
  return noted
}

function notingRows(session: Session, note: NoteSeen): Verbs {
  const noted: Verbs = {}
  if (session.listPerformance)
    noted.listPerformance = (account, level, query) =>
      telling(session.listPerformance?.(account, level, query), ({ items }) => note(account.id, level, idsOf(items)))
  if (session.listAdPerformance)
    noted.listAdPerformance = (account, query) =>
      telling(session.listAdPerformance?.(account, query), ({ items }) => note(account.id, 'ad', idsOf(items)))
  if (session.readEntities)
    noted.readEntities = (account, entities) =>
      telling(session.readEntities?.(account, entities), (states) =>
        entities.forEach(({ type, id }, index) => states[index] && note(account.id, type, [id])),
      )
  return noted
}

function idsOf(items: { id: string }[]): string[] {
  return items.map(({ id }) => id)
}

async function telling<T>(listed: Promise<T> | undefined, remember: (answer: T) => void): Promise<T> {
  const answer = await required(listed, 'answer of a verb')
  remember(answer)
  return answer
}
