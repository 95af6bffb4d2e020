import { notFound, PlatformError } from '../../../errors.ts'
import type {
  CopyLevel,
  CreatedCopy,
  CopySlot,
  DuplicateRequest,
  DuplicateVerbs,
  MissingPart,
} from '../../contract/duplicate.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api, CallOptions } from '../client.ts'
import { readAll, readByIds } from '../lists.ts'
import { statusOf, timeOf, words } from '../map.ts'
import { IdWire } from '../wire.ts'
import type { Campaign, CreativeSet } from '../wire.ts'
import { campaignBody } from './campaign-body.ts'

export const copies: readonly CopyLevel[] = ['campaign']

const maxWaitMs = 30_000
/** The platform's clock and ours may differ. */
const slackMs = 10 * 60_000

interface Source {
  campaign: Campaign
  sets: CreativeSet[]
}

interface Run {
  api: Api
  now: () => Date
  options: CallOptions
  source: Source
  request: DuplicateRequest
}

export function duplicateVerbs(api: Api, { now }: Pick<Surroundings, 'now'>): DuplicateVerbs {
  return {
    check: ({ level, location }) => [
      ...(copies.includes(level)
        ? []
        : [{ path: `${level}Id`, message: 'only campaigns can be copied on this platform' }]),
      ...(location ? [{ path: 'location', message: 'a copy stays where its original is on this platform' }] : []),
    ],
    async prepare(accountId, request) {
      const options = { accountId, maxWaitMs: maxWaitMs }
      const [campaign] = await readByIds(api, 'campaign', [request.sourceId], options)
      if (!campaign) throw notFound('campaign', request.sourceId)
      const all = request.isDeep ? (await readAll(api, 'set', options)).items : []
      const sets = all.filter(({ campaignIds }) => campaignIds.includes(campaign.id))
      const run: Run = { api, now, options, source: { campaign, sets }, request }
      return { copy: (place) => copyCampaign(run, place) }
    },
  }
}

/** The platform copies no campaigns: it is made anew, and its creative sets are cloned into it. */
async function copyCampaign(run: Run, place: CopySlot): Promise<CreatedCopy> {
  const { source, request } = run
  const name = nameOf(run, place.number)
  const isPaused = statusWord(request, source.campaign.status) === words.paused
  const { body, warnings } = campaignBody(source.campaign, { name, isPaused, now: run.now() })
  const created = await place.write({
    name: 'campaign',
    // When it begins depends on when it is made, and is not what was asked for.
    asks: { ...body, start_date: null },
    async send(sendBefore) {
      const at = run.now().toISOString()
      return { ...(await run.api.post(IdWire, 'campaign/create', body, { ...run.options, sendBefore })), at }
    },
    readBack: { kind: 'among', candidates: (since) => madeSince(run, name, since) },
  })
  const { id } = created
  if (isPaused) warnings.push(await pause(run, place, created))
  const missing = await cloneSets(run, place, id)
  const naming = { name, renamed: request.newName !== undefined }
  return { id, ...naming, method: 'piece-by-piece', locationApplied: false, warnings, missing }
}

function nameOf({ source, request }: Run, number: number): string {
  return request.newName?.replaceAll('{n}', String(number)) ?? `${source.campaign.name} - Copy ${number}`
}

function statusWord({ status }: DuplicateRequest, original: string): string {
  return status === 'inherited' ? original : words[status]
}

async function madeSince(run: Run, name: string, since: Date): Promise<StepResult[] | 'unclear'> {
  const { items, isWhole } = await readAll(run.api, 'campaign', run.options)
  if (!isWhole) return 'unclear'
  const alike = items.filter((each) => each.name === name && isSince(each.created_at, since))
  return alike.map(({ id, created_at: created }) => ({ id, at: timeOf(created)?.toISOString() ?? since.toISOString() }))
}

function isSince(created: string | null | undefined, since: Date): boolean {
  const time = timeOf(created)
  return time === null || time.getTime() >= since.getTime() - slackMs
}

/** Every new campaign is live. How long this one was is told, also to who repeats the call, and what to do when it stays so. */
async function pause({ api, now, options, source }: Run, place: CopySlot, made: StepResult): Promise<string> {
  const { id } = made
  const body = { id, type: source.campaign.type, status: words.paused }
  try {
    const paused = await place.write({
      name: 'pause',
      asks: body,
      send: async (sendBefore) => {
        await api.post(IdWire, 'campaign/update', body, { ...options, sendBefore })
        return { id, at: now().toISOString() }
      },
      readBack: { kind: 'repeatable', because: 'it sets the status to a value' },
    })
    return liveFor(Date.parse(String(paused.at)) - Date.parse(String(made.at)))
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const message = `The copy ${id} was made and is live, because it could not be paused: ${error.failure.message}`
    throw new PlatformError({ ...error.failure, message, hint: `Pause campaign ${id} now.` })
  }
}

function liveFor(ms: number): string {
  const seconds = (Math.max(0, ms) / 1000).toFixed(1)
  return `The platform makes every campaign live: this copy was live for at most ${seconds} s, without any ads in it, before it was paused.`
}

/** One that cannot be cloned is missing from the copy, and does not stop the others. */
async function cloneSets(run: Run, place: CopySlot, campaignId: string): Promise<MissingPart[]> {
  const missing: MissingPart[] = []
  for (const set of run.source.sets) {
    try {
      await cloneSet(run, place, campaignId, set)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      const { code = null, subcode = null, message } = error.failure
      missing.push({ level: 'ad', sourceId: set.id, code, subcode, message })
    }
  }
  return missing
}

function cloneSet(run: Run, place: CopySlot, campaignId: string, set: CreativeSet): Promise<StepResult> {
  const { api, options, request } = run
  const status = statusWord(request, statusOf(set.status).status === 'paused' ? words.paused : words.active)
  const body = { campaign_id: campaignId, creative_set_id: set.id, status }
  return place.write({
    name: `set ${set.id}`,
    asks: body,
    send: (sendBefore) => api.post(IdWire, 'creative_set/clone', body, { ...options, sendBefore }),
    readBack: {
      kind: 'among',
      // Nobody but this copy puts anything into its campaign.
      async candidates() {
        const { items, isWhole } = await readAll(api, 'set', options)
        if (!isWhole) return 'unclear'
        return items
          .filter((each) => each.campaignIds.includes(campaignId) && isLike(each, set))
          .map(({ id }) => ({ id }))
      },
    },
  })
}

function isLike(one: CreativeSet, other: CreativeSet): boolean {
  const assetsOf = ({ assets }: CreativeSet) => JSON.stringify(assets.map(({ id }) => id).sort())
  return one.name === other.name && assetsOf(one) === assetsOf(other)
}
