import { advertiserOf, numberOr, oneOf, optionalList, requiredList, requiredText, stamp } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, TikTokError } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Audience } from '../objects/objects.ts'

const calculateTypes = [
  ...['UNENCRYPTED', 'IDFA_SHA256', 'IDFA_MD5', 'GAID_SHA256', 'GAID_MD5', 'EMAIL_SHA256', 'PHONE_SHA256'],
  ...['MULTIPLE_TYPES'],
]
const usualDays = 365
const maxName = 128
const day = 86_400_000

/** A file of people; an audience is made of such files. */
export function uploadAudienceFile(call: Call): object {
  const { id } = advertiserOf(call)
  const type = requiredType(call)
  const signature = requiredText(call.params, 'file_signature')
  const [file] = call.files
  if (!file) throw invalid('file: Missing data for required field.')
  if (!/\.(csv|txt)$/i.test(file.filename)) throw invalid('file: Only CSV and TXT files are supported.')
  if (file.md5 !== signature.toLowerCase())
    throw new TikTokError(40900, 'file_signature: The signature does not match.')
  const path = `${id}/${file.md5}/${call.world.newId()}`
  call.world.audienceFiles.put(path, { advertiser: id, calculateType: type })
  return { file_path: path }
}

function requiredType({ params }: Call): string {
  requiredText(params, 'calculate_type')
  return oneOf(params, 'calculate_type', calculateTypes, '')
}

function requiredName({ params }: Call, field: string): string {
  const name = requiredText(params, field)
  if (name.length > maxName) throw invalid(`${field}: Longer than maximum length ${maxName}.`)
  return name
}

export function createAudience(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const { world, params } = call
  const name = requiredName(call, 'custom_audience_name')
  const type = requiredType(call)
  for (const path of requiredList(params, 'file_paths', 50)) {
    const file = world.audienceFiles.get(path)
    if (file?.advertiser !== advertiser) throw invalid('file_paths: The file does not exist.')
    if (file.calculateType !== type) throw invalid('calculate_type: Must be that of the files.')
  }
  const days = numberOr(params, 'retention_in_days', usualDays)
  if (!Number.isInteger(days) || days < 1 || days > usualDays)
    throw invalid(`retention_in_days: Must be from 1 to ${usualDays}.`)
  const id = world.newId()
  const made = { id, advertiser, created: world.now(), updated: world.now() }
  world.audiences.put(id, { ...made, name, kind: 'custom', calculateType: type, days, targeting: {} })
  return { custom_audience_id: id }
}

/** Nobody of the file was found: it is smaller than what can be aimed at. */
function render(audience: Audience): object {
  return {
    ...{ audience_id: audience.id, name: audience.name, audience_type: 'Customer File', cover_num: 0 },
    ...{ calculate_type: audience.calculateType, is_valid: false, is_creator: true, is_expiring: false, shared: false },
    ...{ create_time: stamp(audience.created), expired_time: stamp(audience.created + audience.days * day) },
  }
}

function audiencesOf({ world }: Call, advertiser: string, kind: Audience['kind'], ids: string[] | undefined) {
  return world.audiences
    .lookup('advertiser', advertiser)
    .filter((audience) => audience.kind === kind && (ids === undefined || ids.includes(audience.id)))
}

export function listAudiences(call: Call): object {
  const { id } = advertiserOf(call)
  const ids = optionalList(call.params, 'custom_audience_ids', 100)
  return pageOf(call, audiencesOf(call, id, 'custom', ids).map(render), { max: 100 })
}

export function getAudiences(call: Call): object {
  const { id } = advertiserOf(call)
  const ids = requiredList(call.params, 'custom_audience_ids', 100)
  const list = audiencesOf(call, id, 'custom', ids).map((audience) => ({
    audience_details: { ...render(audience), error_msg: null },
    audience_history: [{ action: 'create', action_detail: '', editor: 'ops', opt_time: stamp(audience.created) }],
  }))
  return { list }
}

const targeting = [
  ...['location_ids', 'age_groups', 'gender', 'languages', 'interest_category_ids', 'interest_keyword_ids'],
  ...['operating_systems', 'audience_ids', 'excluded_audience_ids', 'actions', 'device_price_ranges'],
  ...['network_types', 'carrier_ids', 'device_model_ids', 'min_android_version', 'min_ios_version'],
]

/** Targeting under a name, to be used again. */
export function createSavedAudience(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const { world, params } = call
  const name = requiredName(call, 'saved_audience_name')
  requiredList(params, 'location_ids', 3000)
  const id = world.newId()
  const kept = Object.fromEntries(targeting.flatMap((field) => (params[field] ? [[field, params[field]]] : [])))
  const made = { id, advertiser, created: world.now(), updated: world.now() }
  world.audiences.put(id, { ...made, name, kind: 'saved', calculateType: '', days: 0, targeting: kept })
  return { saved_audience_id: id }
}

export function listSavedAudiences(call: Call): object {
  const { id } = advertiserOf(call)
  const ids = optionalList(call.params, 'saved_audience_ids', 100)
  const { list, page_info } = pageOf(
    call,
    audiencesOf(call, id, 'saved', ids).map((audience) => ({
      ...{ saved_audience_id: audience.id, saved_audience_name: audience.name },
      ...audience.targeting,
    })),
    { max: 100 },
  )
  return { saved_audiences: list, page_info }
}
