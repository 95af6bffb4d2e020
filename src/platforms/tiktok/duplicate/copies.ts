import { PlatformError } from '../../../errors.ts'
import type { CopyLevel, CopySlot, CopyValues, DuplicateRequest, MissingPart } from '../../contract/duplicate.ts'
import type { Found, StepResult } from '../../contract/launch.ts'
import type { Spec } from '../../contract/manage.ts'
import type { NamedCreation } from '../../contract/automated.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import type { Api, CallOptions } from '../client.ts'
import { CreatedSmartAdWire } from '../launch/wire.ts'
import { readAdsIn } from '../manage/ads-in.ts'
import { levelOf } from '../manage/read.ts'
import { fromPlatformTime, operationStatus } from '../map.ts'
import { creation, requestIdOf } from '../smart-plus/create.ts'
import { AnythingWire } from '../wire.ts'
import { namesOf, readParts, scheduleFor, writable } from './source.ts'

/** One copy while it is made. */
export interface CopyRun {
  api: Api
  options: CallOptions
  place: CopySlot
  request: DuplicateRequest
  now: () => Date
  /** What this copy has made already: parts of a source may have the same name. */
  made: Set<string>
}

export interface Copied {
  id: string
  missing: MissingPart[]
  warnings: string[]
}

interface Part {
  level: CopyLevel
  source: Spec
  /** What it stands in; of a campaign nothing. */
  parentId: string | null
  name: string
  /** A part of a copy stands in something that is new itself: nobody else makes anything there. */
  isPart: boolean
}

/** The platform's clock and ours may differ. */
const slackMs = 60 * 60_000

export function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isWantedOn({ request: { status } }: CopyRun, source: Spec): boolean {
  return status === 'active' || (status === 'inherited' && source.operation_status === operationStatus.active)
}

/** Makes one thing with all that is in it. What is made in pieces stays off until all of it is there. */
export async function copyPart(run: CopyRun, part: Part): Promise<Copied> {
  const { level, source } = part
  const isOn = isWantedOn(run, source)
  const isWhole = level === 'ad' || !run.request.isDeep
  const { hasEnded } = scheduleFor(source, run.now())
  const id = await make(run, part, isOn && isWhole)
  const warnings = level === 'adset' && hasEnded ? ['The source has ended: the copy has no end.'] : []
  if (isWhole) return { id, missing: [], warnings }
  const below = level === 'campaign' ? 'adset' : 'ad'
  const sourceId = textIn(source[namesOf[level].id])
  const parts = await readParts(run.api, below, sourceId, run.options)
  const inside = await copyParts(run, below, parts, id)
  warnings.push(...inside.warnings)
  if (isOn) warnings.push(...(await finish(run, { level, id }, inside.missing)))
  return { id, missing: inside.missing, warnings: [...new Set(warnings)] }
}

/** One after the other. One that fails is missing in the copy, and is told; the others come over all the same. */
async function copyParts(run: CopyRun, level: 'adset' | 'ad', sources: Spec[], parentId: string) {
  const missing: MissingPart[] = []
  const warnings: string[] = []
  for (const source of sources) {
    const { id, name } = namesOf[level]
    try {
      const copied = await copyPart(run, { level, source, parentId, name: textIn(source[name]), isPart: true })
      missing.push(...copied.missing)
      warnings.push(...copied.warnings)
    } catch (error) {
      // One whose answer was lost may exist: the call has to be repeated to find it.
      if (!(error instanceof PlatformError) || error.kind === 'unknown') throw error
      const { code = null, subcode = null, message } = error.failure
      missing.push({ level, sourceId: textIn(source[id]), code, subcode, message })
    }
  }
  return { missing, warnings }
}

async function make(run: CopyRun, part: Part, isOn: boolean): Promise<string> {
  const { place, made } = run
  const sourceId = textIn(part.source[namesOf[part.level].id])
  const body = { ...bodyOf(run, part), operation_status: isOn ? operationStatus.active : operationStatus.paused }
  const { asks, send, candidates } = part.level === 'ad' ? adCreation(run, body) : creationOf(run, part, body)
  const others = async (since: Date) => (await candidates(since)).filter(({ id }) => id !== sourceId && !made.has(id))
  const { id } = await place.write({
    name: `${part.level} ${sourceId}`,
    ...{ asks, send },
    readBack: part.isPart
      ? { kind: 'find', find: async (since): Promise<Found> => firstOf(await others(since)) }
      : { kind: 'among', candidates: others },
  })
  made.add(id)
  return id
}

function firstOf([first]: StepResult[]): Found {
  return first ? { found: first } : 'absent'
}

function bodyOf(run: CopyRun, { level, source, parentId, name }: Part): Spec {
  const body: Spec = { ...writable(level, source), [namesOf[level].name]: name }
  if (level === 'campaign') return body
  if (level === 'adset') return { ...body, campaign_id: parentId, ...scheduleFor(source, run.now()).schedule }
  return { ...body, adgroup_id: parentId, ...contentOf(body, run.request.copyValues) }
}

/** Parameters that were told beside the old address are not those of a new one. */
function contentOf({ landing_page_url_list: links, ad_configuration: configuration }: Spec, values?: CopyValues): Spec {
  if (!values) return {}
  const { primaryTexts, url, urlTags } = values
  const [{ landing_page_url: old } = {}] = (links ?? []) as { landing_page_url?: string }[]
  const { utm_params: _told, ...rest } = (configuration ?? {}) as Spec
  const link = url ?? old
  const isNew = link !== undefined && (url !== undefined || urlTags !== undefined)
  return {
    ...(primaryTexts.length > 0 ? { ad_text_list: primaryTexts.map((text) => ({ ad_text: text })) } : {}),
    ...(isNew
      ? { landing_page_url_list: [{ landing_page_url: taggedLink({ link, urlTags }) }], ad_configuration: rest }
      : {}),
  }
}

function creationOf({ api, options, place }: CopyRun, { level, source }: Part, body: Spec): NamedCreation {
  const sourceId = textIn(source[namesOf[level].id])
  const request_id = requestIdOf(`${place.mark} ${level} ${sourceId}`)
  const named = level === 'campaign' ? 'campaign' : 'adgroup'
  return creation(api, { id: options.accountId }, { level: named, body: { ...body, request_id }, isSmart: true })
}

function adCreation({ api, options }: CopyRun, body: Spec): NamedCreation {
  const whole = { advertiser_id: options.accountId, ...body }
  return {
    asks: whole,
    async send(sendBefore) {
      const made = await api.post(CreatedSmartAdWire, 'smart_plus/ad/create', whole, { ...options, sendBefore })
      return { id: made.smart_plus_ad_id }
    },
    async candidates(since) {
      const ads = await readAdsIn(api, textIn(body.adgroup_id), true, options)
      const from = since.getTime() - slackMs
      const isNew = (time: string) => (fromPlatformTime(time)?.getTime() ?? Infinity) >= from
      const alike = ads.filter((ad) => ad.ad_name === body.ad_name && isNew(ad.create_time))
      return alike.toReversed().map(({ ad_id: id }) => ({ id }))
    },
  }
}

async function finish(
  { api, options, place }: CopyRun,
  { level, id }: { level: CopyLevel; id: string },
  missing: MissingPart[],
): Promise<string[]> {
  if (missing.length > 0) return ['The copy was left paused, because parts of the source are missing in it.']
  const word = levelOf[level]
  const body = { advertiser_id: options.accountId, [`${word}_ids`]: [id], operation_status: operationStatus.active }
  const switched = place.write({
    name: `switch on ${id}`,
    asks: body,
    async send(sendBefore) {
      await api.post(AnythingWire, `smart_plus/${word}/status/update`, body, { ...options, sendBefore })
      return { id }
    },
    readBack: { kind: 'repeatable', because: 'it sets fields to values' },
  })
  return switched.then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof PlatformError)) throw error
      return [`The copy was left paused, because it could not be switched on: ${error.message}`]
    },
  )
}
