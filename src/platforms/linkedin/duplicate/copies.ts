import { PlatformError } from '../../../errors.ts'
import type { CopyLevel, CreatedCopy, CopySlot, CopyWriter, MissingPart } from '../../contract/duplicate.ts'
import type { Found, StepResult } from '../../contract/launch.ts'
import type { SwitchState, Spec } from '../../contract/manage.ts'
import type { Api, CallOptions } from '../client.ts'
import { creativesOf, entityPath, listCampaigns, listCreatives, listGroups, pathOf } from '../manage/read.ts'
import { entityUrn, idIn, statusOf } from '../map.ts'
import { readWhole, scheduleFor, writable } from './source.ts'

/** One copy while it is made. */
export interface CopyRun {
  api: Api
  options: CallOptions
  write: CopyWriter
  status: SwitchState | 'inherited'
  isDeep: boolean
  now: () => Date
  /** What this copy has made already: parts of a source may have the same name. */
  made: Set<string>
}

const maxNameLength: Record<CopyLevel, number> = { campaign: 100, adset: 255, ad: 255 }
/** The platform's clock and ours may differ. */
const slackMs = 60 * 60_000
const maxParts = 2_000

/** `{n}` in a name becomes the copy's number; without a name the source's is numbered. */
export function nameFor(level: CopyLevel, source: Spec, newName: string | undefined, { number }: CopySlot): string {
  const given = newName?.replaceAll('{n}', String(number))
  const suffix = ` - Copy ${number}`
  return given ?? `${textIn(source.name).slice(0, maxNameLength[level] - suffix.length)}${suffix}`
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What a copy begins as, of the words that a new thing may have. */
function wordFor({ status }: CopyRun, source: unknown): 'ACTIVE' | 'PAUSED' | 'DRAFT' {
  if (status === 'active') return 'ACTIVE'
  if (status === 'paused') return 'PAUSED'
  return source === 'ACTIVE' || source === 'DRAFT' ? source : 'PAUSED'
}

/** A paused creative begins as a draft: the platform takes no paused one before it has reviewed it. */
function creativeWord(run: CopyRun, source: unknown): 'ACTIVE' | 'DRAFT' {
  return wordFor(run, source) === 'ACTIVE' ? 'ACTIVE' : 'DRAFT'
}

interface Making {
  level: CopyLevel
  /** Of what is copied. */
  sourceId: string
  body: Spec
  /** Where the platform would show it. */
  look: () => Promise<{ id: string; name?: string | null; createdAt: number | null }[]>
  /** A part of a copy stands in something that is new itself: nobody else makes anything there. */
  isPart: boolean
}

/** Makes one thing, once. */
async function make(run: CopyRun, { level, sourceId, body, look, isPart }: Making): Promise<string> {
  const { api, options, write, made } = run
  const alike = async (since: Date) => {
    const tooOld = since.getTime() - slackMs
    const found = (await look()).filter(
      ({ id, name, createdAt }) =>
        (name ?? '') === (body.name ?? '') && id !== sourceId && (createdAt ?? Infinity) >= tooOld,
    )
    return found.toReversed().map(({ id }): StepResult => ({ id }))
  }
  const { id } = await write({
    name: `${level} ${sourceId}`,
    asks: body,
    async send(sendBefore) {
      const created = await api.create(pathOf(options.accountId, level), body, { ...options, sendBefore })
      return { id: idIn(created) }
    },
    readBack: isPart
      ? {
          kind: 'find',
          find: async (since): Promise<Found> => firstOf((await alike(since)).filter((each) => !made.has(each.id))),
        }
      : { kind: 'among', candidates: alike },
  })
  made.add(id)
  return id
}

function firstOf([first]: StepResult[]): Found {
  return first ? { found: first } : 'absent'
}

function switchOn(run: CopyRun, level: 'campaign' | 'adset', id: string): Promise<StepResult> {
  const { api, options, write } = run
  const set = { status: 'ACTIVE' }
  return write({
    name: `switch on ${id}`,
    asks: set,
    async send(sendBefore) {
      await api.update(entityPath(options.accountId, level, id), { set }, { ...options, sendBefore })
      return { id }
    },
    readBack: { kind: 'repeatable', because: 'it sets fields to values' },
  })
}

export interface Copied {
  id: string
  missing: MissingPart[]
  warnings: string[]
}

export interface CreativeCopy {
  source: Spec
  campaignId: string
  name: string
  isPart: boolean
}

/** A creative that shows the same post: posts may be shown by any number of them. */
export function copyCreative(run: CopyRun, { source, campaignId, name, isPart }: CreativeCopy): Promise<string> {
  const { reference } = (source.content ?? {}) as { reference?: string }
  const { account: _account, ...fields } = writable(source)
  const campaign = entityUrn('adset', campaignId)
  const body = {
    ...fields,
    campaign,
    name: name || undefined,
    intendedStatus: creativeWord(run, source.intendedStatus),
  }
  return make(run, {
    level: 'ad',
    sourceId: idIn(textIn(source.id)),
    body,
    isPart,
    async look() {
      const query = { campaigns: [campaign], contentReferences: [reference ?? ''], sortOrder: 'DESCENDING' }
      const found = await listCreatives(run.api, query, { ...run.options, limit: maxParts })
      return found.map((each) => ({ id: idIn(each.id), name: each.name, createdAt: each.createdAt ?? null }))
    },
  })
}

export interface CampaignCopy {
  source: Spec
  groupId: string
  name: string
  isPart: boolean
}

/** What is copied in pieces stays off until all of it is there: half of it must not spend the money of the whole. */
export async function copyCampaign(run: CopyRun, { source, groupId, name, isPart }: CampaignCopy): Promise<Copied> {
  const { runSchedule, hasEnded } = scheduleFor(source, run.now())
  const wanted = wordFor(run, source.status)
  const sourceId = String(source.id)
  const body = {
    ...writable(source),
    name,
    campaignGroup: entityUrn('campaign', groupId),
    runSchedule,
    status: run.isDeep && wanted === 'ACTIVE' ? 'PAUSED' : wanted,
  }
  const look = async () => {
    const found = await listCampaigns(
      run.api,
      { names: [name], groupIds: [groupId] },
      { ...run.options, limit: maxParts },
    )
    return found.map((each) => ({ ...each, createdAt: each.changeAuditStamps?.created?.time ?? null }))
  }
  const id = await make(run, { level: 'adset', sourceId, body, look, isPart })
  const ended = hasEnded ? ['The source has ended: the copy has no end.'] : []
  if (!run.isDeep) return { id, missing: [], warnings: ended }
  const creatives = await creativesOf(run.api, [sourceId], { ...run.options, limit: maxParts })
  const parts = creatives.filter(({ intendedStatus }) => isLive(intendedStatus))
  const missing = await gather(
    'ad',
    parts.map((each) => idIn(each.id)),
    async (creativeId) => {
      const whole = await readWhole(run.api, 'ad', creativeId, run.options)
      await copyCreative(run, { source: whole, campaignId: id, name: textIn(whole.name), isPart: true })
      return []
    },
  )
  return { id, missing, warnings: [...ended, ...(wanted === 'ACTIVE' ? await finish(run, 'adset', id, missing) : [])] }
}

export async function copyGroup(run: CopyRun, source: Spec, name: string): Promise<Copied> {
  const { runSchedule, hasEnded } = scheduleFor(source, run.now())
  const wanted = wordFor(run, source.status)
  const sourceId = String(source.id)
  const body = { ...writable(source), name, runSchedule, status: run.isDeep && wanted === 'ACTIVE' ? 'PAUSED' : wanted }
  const look = async () => {
    const found = await listGroups(run.api, { names: [name] }, { ...run.options, limit: maxParts })
    return found.map((each) => ({ ...each, createdAt: each.changeAuditStamps?.created?.time ?? null }))
  }
  const id = await make(run, { level: 'campaign', sourceId, body, look, isPart: false })
  const ended = hasEnded ? ['The source has ended: the copy has no end.'] : []
  if (!run.isDeep) return { id, missing: [], warnings: ended }
  const campaigns = await listCampaigns(run.api, { groupIds: [sourceId] }, { ...run.options, limit: maxParts })
  const parts = campaigns.filter(({ status }) => isLive(status)).toReversed()
  // Only drafts may stand in a draft.
  const inside: CopyRun = wanted === 'DRAFT' ? { ...run, status: 'inherited' } : run
  const warnings: string[] = []
  const missing = await gather(
    'adset',
    parts.map((each) => each.id),
    async (campaignId) => {
      const whole = await readWhole(run.api, 'adset', campaignId, run.options)
      const copied = await copyCampaign(inside, { source: whole, groupId: id, name: textIn(whole.name), isPart: true })
      warnings.push(...copied.warnings)
      return copied.missing
    },
  )
  const finished = wanted === 'ACTIVE' ? await finish(run, 'campaign', id, missing) : []
  return { id, missing, warnings: [...new Set([...ended, ...warnings, ...finished])] }
}

function isLive(word: string): boolean {
  return ['active', 'paused', 'pending'].includes(statusOf(word).status)
}

/** One part after the other. One that fails is missing in the copy, and is told; the others come over all the same. */
async function gather(
  level: CopyLevel,
  ids: string[],
  copy: (id: string) => Promise<MissingPart[]>,
): Promise<MissingPart[]> {
  const missing: MissingPart[] = []
  for (const sourceId of ids) {
    try {
      missing.push(...(await copy(sourceId)))
    } catch (error) {
      // One whose answer was lost may exist: the call has to be repeated to find it.
      if (!(error instanceof PlatformError) || error.kind === 'unknown') throw error
      const { code = null, subcode = null, message } = error.failure
      missing.push({ level, sourceId, code, subcode, message })
    }
  }
  return missing
}

async function finish(
  run: CopyRun,
  level: 'campaign' | 'adset',
  id: string,
  missing: MissingPart[],
): Promise<string[]> {
  if (missing.length > 0) return ['The copy was left paused, because parts of the source are missing in it.']
  return switchOn(run, level, id).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof PlatformError)) throw error
      return [`The copy was left paused, because it could not be switched on: ${error.message}`]
    },
  )
}

export function asCreated(
  copied: Copied,
  name: string,
  { renamed, isDeep }: { renamed: boolean; isDeep: boolean },
): CreatedCopy {
  return { ...copied, name, renamed, method: isDeep ? 'piece-by-piece' : 'recreation', locationApplied: false }
}
