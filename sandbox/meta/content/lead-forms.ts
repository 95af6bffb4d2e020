import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import type { LeadForm } from '../campaigns/objects.ts'
import { badParameter, missingParameter, refusal } from '../errors.ts'
import { enumParam, isObject, listParam, objectParam, requiredText, textParam } from '../graph/params.ts'
import type { Target } from '../graph/target.ts'
import { newMediaId } from '../world.ts'
import { requirePageToken } from './comments.ts'

const types = new Set([
  ...['CUSTOM', 'EMAIL', 'FULL_NAME', 'FIRST_NAME', 'LAST_NAME', 'PHONE', 'CITY', 'STATE', 'ZIP', 'COUNTRY'],
  ...['STREET_ADDRESS', 'COMPANY_NAME', 'JOB_TITLE', 'WORK_EMAIL', 'WORK_PHONE_NUMBER', 'DOB', 'GENDER', 'POST_CODE'],
])
const locales = new Set(['EN_US', 'EN_GB', 'DE_DE', 'FR_FR', 'ES_ES', 'JA_JP', 'IT_IT', 'NL_NL', 'PT_BR'])

function questionsIn({ params }: GraphCall): Record<string, unknown>[] {
  const questions = listParam(params, 'questions')
  if (!questions || questions.length === 0) throw missingParameter('questions')
  return questions.map((question, index) => {
    if (!isObject(question) || !types.has(String(question['type'])))
      throw badParameter(`Param questions[${index}][type] must be one of {${[...types].join(', ')}}`, 'questions')
    if (question['type'] === 'CUSTOM' && !question['label'])
      throw badParameter(`Param questions[${index}][label] is required for CUSTOM`, 'questions')
    return {
      key: String(question['type']).toLowerCase(),
      label: String(question['type']),
      ...question,
      id: String(index),
    }
  })
}

/** POST <page>/leadgen_forms, with the token of the Page. */
export function createLeadForm(call: GraphCall, { object: page }: Target): object {
  requirePageToken(call, page.id)
  const { world, params } = call
  const name = requiredText(params, 'name')
  if (world.leadForms.lookup('page', page.id).some((form) => form.name === name))
    throw refusal(1892181, 'Form name is taken', 'A form of this Page has this name already.', 'name')
  const questions = questionsIn(call)
  const privacy = objectParam(params, 'privacy_policy')
  if (typeof privacy?.['url'] !== 'string') throw missingParameter('privacy_policy')
  const now = world.now()
  const form: LeadForm = {
    ...{ id: newMediaId(world), tenant: page.tenant, page_id: page.id, created: now, updated: now },
    ...{ name, questions, status: 'ACTIVE', locale: enumParam(params, 'locale', locales) ?? 'EN_US' },
    ...{ privacy_policy_url: privacy['url'], follow_up_action_url: textParam(params, 'follow_up_action_url') ?? '' },
  }
  return new Created('LeadgenForm', world.leadForms.put(form.id, form))
}
