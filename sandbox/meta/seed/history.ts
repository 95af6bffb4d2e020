import { hashText } from '../../core/figures/random.ts'
import { write } from '../content/activities.ts'
import { changeLines, creationLine } from '../content/activity-formats.ts'
import type { ActivityLine } from '../content/activity-formats.ts'
import type { Account, Ad, AdSet, Campaign, Deliverable, StatusChange } from '../campaigns/objects.ts'
import type { Seeder } from './seeder.ts'

const day = 24 * 3600 * 1000
const remembered = 60

/** What is paused today ran for a while before. */
export function seededHistory(seeder: Seeder, object: Deliverable): { history?: StatusChange[] } {
  if (object.status === 'ACTIVE') return {}
  const at = seeder.since + (40 + (hashText(object.id) % 75)) * day
  return {
    history: [
      { at: object.created, status: 'ACTIVE' },
      { at, status: object.status },
    ],
  }
}

/** Some ads that run today took a break: there are days on which they were not shown. */
export function seededBreak(seeder: Seeder, ad: Ad): { history?: StatusChange[] } {
  if (ad.status !== 'ACTIVE' || hashText(ad.id) % 4 !== 0) return seededHistory(seeder, ad)
  const at = seeder.since + (45 + (hashText(ad.id) % 40)) * day
  return {
    history: [
      { at: ad.created, status: 'ACTIVE' },
      { at, status: 'PAUSED' },
      { at: at + 12 * day, status: 'ACTIVE' },
    ],
  }
}

type Level = Parameters<typeof creationLine>[0]

interface PastLine {
  level: Level
  object: Deliverable
  line: ActivityLine
  at: number
}

/** The change history of an account that people have worked in. */
export function seedActivities(seeder: Seeder, account: Account): void {
  const { world } = seeder
  const ofAccount = <T>(objects: T[]) => objects.slice(0, remembered)
  const campaigns = ofAccount(world.campaigns.lookup('account', account.account_id))
  const adsets = ofAccount(world.adsets.lookup('account', account.account_id))
  const ads = ofAccount(world.ads.lookup('account', account.account_id))
  const lines = [
    ...campaigns.flatMap((campaign) => pastOf('Campaign', campaign)),
    ...adsets.flatMap((adset) => pastOf('AdSet', adset)),
    ...ads.flatMap((ad) => pastOf('Ad', ad)),
    ...recentEdits(seeder, account, { campaigns, adsets, ads }),
  ]
  lines.sort((one, other) => one.at - other.at)
  for (const { level, object, line, at } of lines) write(world, { level, object }, line, at)
}

function pastOf(level: Level, object: Deliverable): PastLine[] {
  const created = { level, object, line: creationLine(level, object), at: object.created }
  const pause = object.history?.[1]
  if (!pause) return [created]
  const [line] = changeLines(level, { ...object, status: 'ACTIVE' }, object, '')
  return line ? [created, { level, object, line, at: pause.at }] : [created]
}

/** Something for the past week in every account: budgets, a name and an audience. */
function recentEdits(
  seeder: Seeder,
  account: Account,
  { campaigns, adsets, ads }: { campaigns: Campaign[]; adsets: AdSet[]; ads: Ad[] },
): PastLine[] {
  const now = seeder.world.now()
  const edit = (level: Level, object: Deliverable | undefined, before: Partial<Deliverable>, age: number) => {
    const [line] = object ? changeLines(level, { ...object, ...before }, object, account.currency) : []
    return object && line ? [{ level, object, line, at: now - age * day }] : []
  }
  const budgeted = adsets.filter((adset) => adset.daily_budget !== undefined)
  const campaign = campaigns.find((candidate) => candidate.daily_budget !== undefined)
  const [first, second] = budgeted
  return [
    ...edit('AdSet', first, { daily_budget: Math.round((first?.daily_budget ?? 0) * 0.8) }, 1.2),
    ...edit('Campaign', campaign, { daily_budget: Math.round((campaign?.daily_budget ?? 0) * 0.9) }, 2.6),
    ...edit('AdSet', second, { targeting: { ...second?.targeting, age_min: 18 } }, 3.4),
    ...edit('Ad', ads[0], { name: `${ads[0]?.name ?? ''} (draft)` }, 4.1),
    ...edit(
      'Ad',
      ads.find(({ status }) => status === 'ACTIVE'),
      { status: 'PAUSED' },
      5.3,
    ),
  ]
}
