import { addDays, todayIn } from '../../days.ts'
import { PlatformError } from '../../errors.ts'
import type { AdIdentity } from '../../platforms/contract/identities.ts'
import type { Profile } from '../../platforms/contract/platform.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { namesOf } from './granted.ts'
import type { ChecklistItem } from './store.ts'

export type Finding = Omit<ChecklistItem, 'accountId'> & {
  /** Which ones were found, where people know them by name. */
  names?: readonly string[]
}

const few = { limit: 5 }

/** What is to be read, in the order in which a launch would need it; null: the platform has no such thing. */
interface Read {
  what: string
  ask: ((opened: OpenAccount) => Promise<Finding>) | null
}

function counted(what: string, count: number, none: { state: 'ok' | 'warning'; next: string | null }): Finding {
  if (count > 0) return { what, state: 'ok', why: 'They can be read.', next: null }
  return { what, state: none.state, why: 'They can be read, and there are none.', next: none.next }
}

function listed(
  what: string,
  things: readonly Named[],
  none: { state: 'ok' | 'warning'; next: string | null },
): Finding {
  const names = things.map(({ name }) => name)
  const finding = counted(what, things.length, none)
  return things.length === 0
    ? { ...finding, names }
    : { ...finding, names, why: `They can be read: ${namesOf(things)}.` }
}

type Named = { name: string; id?: string }

const mayBeEmpty = { state: 'ok', next: null } as const

function structureReads({ session, platform }: OpenAccount): Read[] {
  const adSets = platform.levels?.adset ?? 'ad set'
  return [
    {
      what: 'campaigns',
      ask: session.listCampaigns
        ? async ({ ref }) => counted('campaigns', (await session.listCampaigns?.(ref.id, few))?.length ?? 0, mayBeEmpty)
        : null,
    },
    {
      what: `${adSets}s`,
      ask: session.listAdSets
        ? async ({ ref }) =>
            counted(`${adSets}s`, (await session.listAdSets?.(ref.id, few))?.length ?? 0, {
              state: 'warning',
              next: 'Make one: ads are launched into it.',
            })
        : null,
    },
    {
      what: 'ads',
      ask: session.listAds
        ? async ({ ref }) => counted('ads', (await session.listAds?.(ref, few))?.items.length ?? 0, mayBeEmpty)
        : null,
    },
    {
      what: 'figures of campaigns',
      ask: session.listPerformance
        ? async ({ ref }) =>
            counted(
              'figures of campaigns',
              (await session.listPerformance?.(ref, 'campaign', few))?.items.length ?? 0,
              mayBeEmpty,
            )
        : null,
    },
  ]
}

const pageNamed = ({ page, primaryName }: Profile): Named => ({ name: primaryName, id: page })
const identityNamed = ({ identityId, displayName }: AdIdentity): Named => ({ name: displayName, id: identityId })
const boardNamed = ({ value, label }: { value: string; label: string }): Named => ({ name: label, id: value })

/** Who speaks in ads, and what judges them. */
function assetReads({ session }: OpenAccount): Read[] {
  const { identities, conversions, discovery } = session
  return [
    {
      what: 'pages',
      ask: session.listProfiles
        ? async ({ ref }) =>
            listed('pages', ((await session.listProfiles?.(ref.id)) ?? []).map(pageNamed), {
              state: 'warning',
              next: 'Let the ad account promote a page, and leave that page ticked when you connect: ads speak in its name.',
            })
        : null,
    },
    {
      what: 'identities',
      ask: identities
        ? async ({ ref }) =>
            listed('identities', (await identities.listIdentities(ref)).map(identityNamed), {
              state: 'warning',
              next: 'Give the ad account an identity: ads speak in its name.',
            })
        : null,
    },
    {
      what: 'boards',
      ask: session.listBoards
        ? async ({ ref }) =>
            listed('boards', ((await session.listBoards?.(ref.id)) ?? []).map(boardNamed), {
              state: 'warning',
              next: 'Make a board: new pins are kept on it.',
            })
        : null,
    },
    {
      what: 'pixels',
      ask: conversions
        ? async ({ ref }) =>
            listed('pixels', await conversions.listPixels(ref), {
              state: 'warning',
              next: 'Share a pixel with the ad account if ads are to be judged by what people do later.',
            })
        : null,
    },
    {
      what: 'audiences',
      ask: discovery
        ? async ({ ref }) => counted('audiences', (await discovery.listAudiences(ref)).length, mayBeEmpty)
        : null,
    },
  ]
}

function pastReads({ session }: OpenAccount): Read[] {
  const { comments, reporting } = session
  return [
    {
      what: 'figures of yesterday',
      ask: reporting
        ? async ({ ref }) => {
            const day = addDays(todayIn(reporting.calendar === 'utc' ? 'UTC' : ref.timeZone), -1)
            let rows = 0
            for await (const part of reporting.days(ref.id, { from: day, to: day })) rows += part.length
            return counted('figures of yesterday', rows, mayBeEmpty)
          }
        : null,
    },
    {
      what: 'history of changes',
      ask: session.listChanges
        ? async ({ ref }) => {
            const until = new Date()
            const since = new Date(until.getTime() - 86_400_000)
            return counted(
              'history of changes',
              (await session.listChanges?.(ref, { ...few, since, until }))?.items.length ?? 0,
              mayBeEmpty,
            )
          }
        : null,
    },
    {
      what: 'comments',
      ask:
        comments && session.listAds
          ? async ({ ref }) => {
              const [ad] = (await session.listAds?.(ref, { limit: 1 }))?.items ?? []
              if (!ad)
                return {
                  what: 'comments',
                  state: 'notAsked',
                  why: 'There is no ad yet that could have any.',
                  next: null,
                }
              const page = await comments.listComments(ref, { adId: ad.id, filter: 'all', ...few })
              return counted('comments', page?.items.length ?? 0, mayBeEmpty)
            }
          : null,
    },
  ]
}

/** What the platform says, and what to do about it. */
export function refusedFinding(what: string, error: unknown, hide: (text: string) => string): Finding {
  if (!(error instanceof PlatformError)) throw error
  const { message, hint } = error.failure
  const state = error.retryable ? 'warning' : 'problem'
  const next =
    hint ?? (error.retryable ? 'Rehearse again later.' : 'Look at what this connection may do on the platform.')
  return { what, state, why: hide(message), next: hide(next) }
}

/** Reads everything that launching needs, one after the other: it is nobody's hurry, and shares the account's allowance. */
export async function readAll(opened: OpenAccount, hide: (text: string) => string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, ask } of [...structureReads(opened), ...assetReads(opened), ...pastReads(opened)]) {
    if (!ask) continue
    findings.push(await ask(opened).catch((error: unknown) => refusedFinding(what, error, hide)))
  }
  return findings
}
