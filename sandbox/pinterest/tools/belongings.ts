import { z } from 'zod'
import { accountIn } from '../objects/accounts.ts'
import { eachItem, readBody } from '../objects/batch.ts'
import { Id } from '../objects/campaigns.ts'
import type { Account, Belonging } from '../objects/objects.ts'
import { invalid, missing, refused } from '../errors.ts'
import { ordered, pageOf } from '../lists.ts'
import type { Page } from '../lists.ts'
import { newId, unixSeconds } from '../world.ts'
import type { ApiCall } from '../world.ts'

type Kind = Belonging['kind']

const titles: Record<Kind, string> = {
  audiences: 'Audience',
  conversion_tags: 'Conversion tag',
  customer_lists: 'Customer list',
  lead_forms: 'Lead form',
}

function ofAccount({ world }: ApiCall, account: Account, kind: Kind): Belonging[] {
  return world.belongings.lookup('place', `${kind} ${account.id}`)
}

function keep(call: ApiCall, account: Account, kind: Kind, fields: Record<string, unknown>): Belonging {
  const { world, tenant } = call
  const now = world.now()
  const made = { id: newId(world), tenant, account_id: account.id, kind, fields, created: now, updated: now }
  return world.belongings.put(made.id, made)
}

/** What each kind shows beyond what was sent. */
const shows: Record<Kind, (thing: Belonging) => object> = {
  audiences: ({ created, updated, fields }) => ({
    ...{ type: 'audience', status: fields['audience_type'] === 'ACTALIKE' ? 'INITIALIZING' : 'TOO_SMALL', size: 0 },
    ...{ created_timestamp: unixSeconds(created), updated_timestamp: unixSeconds(updated) },
  }),
  conversion_tags: ({ id, fields }) => ({
    ...{ code_snippet: `<script>pintrk('load', '${id}'); pintrk('page');</script>`, version: '3', status: 'ACTIVE' },
    ...{ configs: fields['configs'], enhanced_match_status: 'NOT_VALIDATED', last_fired_time_ms: null },
  }),
  customer_lists: ({ created, updated, fields }) => ({
    ...{ type: 'customerlist', status: 'TOO_SMALL', num_batches: 1, num_removed_user_records: 0, exceptions: {} },
    num_uploaded_user_records: fields['records'],
    ...{ created_time: unixSeconds(created), updated_time: unixSeconds(updated) },
  }),
  lead_forms: ({ created, updated }) => ({ created_time: unixSeconds(created), updated_time: unixSeconds(updated) }),
}

function render(thing: Belonging): object {
  const { records: _records, list_type: _type, configs: _configs, ...fields } = thing.fields
  return { ...fields, ...shows[thing.kind](thing), id: thing.id, ad_account_id: thing.account_id }
}

export function listBelongings(kind: Kind) {
  return (call: ApiCall, [accountId = '']: string[]): Page => {
    const all = ofAccount(call, accountIn(call, accountId), kind)
    return pageOf(call, ordered(call.request.query, all), render)
  }
}

/** Tags have no pages. */
export function listTags(call: ApiCall, [accountId = '']: string[]): object {
  return { items: ofAccount(call, accountIn(call, accountId), 'conversion_tags').map(render) }
}

export function readBelonging(kind: Kind) {
  return (call: ApiCall, [accountId = '', id = '']: string[]): object => {
    const thing = call.world.belongings.get(id)
    if (thing?.account_id !== accountIn(call, accountId).id || thing.kind !== kind) throw missing(titles[kind])
    return render(thing)
  }
}

/** What the rule of each kind of audience cannot be without. */
const ruleNeeds: Record<string, string> = {
  CUSTOMER_LIST: 'customer_list_id',
  VISITOR: 'visitor_source_id',
  ENGAGEMENT: 'engagement_domain',
  ACTALIKE: 'seed_id',
  PERSONA: 'country',
}
const Audience = z.object({
  name: z.string().min(1).max(255),
  audience_type: z.enum(Object.keys(ruleNeeds)),
  description: z.string().max(255).optional(),
  ad_account_id: Id.optional(),
  rule: z.record(z.string(), z.unknown()),
})

export function createAudience(call: ApiCall, [accountId = '']: string[]): object {
  const account = accountIn(call, accountId)
  const fields = readBody(call, Audience)
  const needed = ruleNeeds[fields.audience_type] ?? ''
  const named = fields.rule[needed]
  if (named === undefined) throw invalid(`rule.${needed} is required for ${fields.audience_type}`)
  const kinds: Record<string, Kind> = { customer_list_id: 'customer_lists', visitor_source_id: 'conversion_tags' }
  const kind = kinds[needed]
  if (kind && !ofAccount(call, account, kind).some(({ id }) => id === named)) throw missing(titles[kind])
  const days = fields.rule['retention_days']
  if (days !== undefined && (!Number.isInteger(days) || Number(days) < 1 || Number(days) > 540))
    throw invalid('rule.retention_days must be from 1 to 540')
  return render(keep(call, account, 'audiences', fields))
}

const switches = ['aem_db', 'aem', 'aem_external_id', 'aem_fnln', 'aem_ge', 'aem_loc', 'aem_ph']
const Tag = z.object({
  name: z.string().min(1).max(255),
  ...Object.fromEntries(switches.map((name) => [`${name}_enabled`, z.boolean().nullish()])),
  md_frequency: z.number().nullish(),
})

export function createTag(call: ApiCall, [accountId = '']: string[]): object {
  const account = accountIn(call, accountId)
  const { name, ...configs } = readBody(call, Tag)
  return render(keep(call, account, 'conversion_tags', { name, configs }))
}

const CustomerList = z.object({
  name: z.string().min(1).max(255),
  records: z.string().min(1),
  list_type: z.enum(['EMAIL', 'IDFA', 'MAID', 'LR_ID', 'DLX_ID', 'HASHED_PINNER_ID']).optional(),
})

/** Of the people themselves only their number is kept. */
export function createCustomerList(call: ApiCall, [accountId = '']: string[]): object {
  const account = accountIn(call, accountId)
  const { name, records } = readBody(call, CustomerList)
  const count = records.split(/[,\n]/).filter((each) => each.trim() !== '').length
  return render(keep(call, account, 'customer_lists', { name, records: count }))
}

const Question = z.object({
  question_type: z.enum(
    'CUSTOM FULL_NAME FIRST_NAME LAST_NAME EMAIL PHONE_NUMBER ZIP_CODE GENDER CITY COUNTRY STATE_PROVINCE ADDRESS AGE DATE_OF_BIRTH'.split(
      ' ',
    ),
  ),
  custom_question_field_type: z.enum(['TEXT_FIELD', 'TEXT_AREA', 'RADIO_LIST', 'CHECKBOX']).nullish(),
  custom_question_label: z.string().nullish(),
  custom_question_options: z.array(z.string()).nullish(),
})
const Form = z.object({
  name: z.string().min(1).max(255),
  privacy_policy_link: z.url().nullish(),
  has_accepted_terms: z.boolean().optional(),
  completion_message: z.string().max(500).nullish(),
  status: z.enum(['DRAFT', 'ACTIVE']).default('DRAFT'),
  disclosure_language: z.string().nullish(),
  questions: z.array(Question).min(1).max(10),
  policy_links: z
    .array(z.object({ label: z.string(), link: z.url() }))
    .max(3)
    .optional(),
})

export function createForms(call: ApiCall, [accountId = '']: string[]): object {
  const account = accountIn(call, accountId)
  const items = readBody(call, z.array(Form).min(1).max(30))
  return eachItem(items, 'array', (form) => {
    if (form.status === 'ACTIVE' && (!form.privacy_policy_link || form.has_accepted_terms !== true))
      throw refused('An active form has a privacy policy, and its terms are accepted.')
    for (const question of form.questions)
      if (question.question_type === 'CUSTOM' && !question.custom_question_label)
        throw refused('A question of your own has a label.')
    return render(keep(call, account, 'lead_forms', form))
  })
}
