import type { AppError, ErrorCode } from '../errors.ts'

/** A failure, as far as what to do about it depends on it. */
interface Failed extends Pick<AppError, 'headers'> {
  tool: string
  details: Record<string, unknown>
}

type Advice = string | ((failed: Failed) => string)

/** What to do about a failure: by its reason where it has one, else by its code. Never by its text. */
export function nextAfter({ code, headers, details = {} }: AppError, tool: string): string {
  const failed = { headers, details, tool }
  const advice = headers['retry-after'] ? again : (byReason[String(details.reason)] ?? byCode[code])
  return typeof advice === 'string' ? advice : advice(failed)
}

function again({ tool }: Failed): string {
  return `Call ${tool} again with the same arguments after retryAfterSeconds.`
}

const describeFailure = 'Tell the person what went wrong, with the request id.'

const byReason: Partial<Record<string, Advice>> = {
  needs_plan: ({ details }) => `${String(details.tool)} plans it; show the plan to the person, then run_plan.`,
  no_operation: 'search_docs with a few words of what you want finds its name.',
  not_plannable: 'Tell the person: they do this themselves, no tool does.',
  file: 'Tell the person: the dashboard and the command line hand out files.',
  changed: 'Plan it again, look at the new plan, then run that.',
  digest: 'Take planId and digest from one and the same plan, then run_plan again.',
  over: 'The message says how the plan ended: tell the person. If they still want it, plan it again.',
  'four-eyes': 'Somebody else has to decide: tell the person.',
  stopped: 'Rules are stopped: tell the person, who lets them go on.',
  busy: ({ tool }) => `Something else is at it: call ${tool} again in a minute.`,
  state: 'It was decided before. There is nothing left to do; tell the person.',
  undone: 'It was taken back before. There is nothing left to do; tell the person.',
}

/** Every code has its advice: what the message says is mended, and nothing else. */
const byCode: Record<ErrorCode, Advice> = {
  bad_request: mend,
  unprocessable_entity: mend,
  unauthorized: 'Ask the operator for an API key that works: this one is not known, or was revoked.',
  forbidden({ details: { needed } }) {
    if (needed === 'a signed-in person') return 'A signed-in person has to do this: tell them. No key may.'
    if (needed === undefined) return 'This key may not: tell the person what the message says.'
    return 'Ask the operator for an API key with the scope that is needed: flightdeck key create --for agent --name agent --scopes read,launch,manage'
  },
  sign_in_first: 'A signed-in person has to do this: tell them.',
  step_up_required: 'A person has to sign in anew and do this: tell them.',
  guard_refused:
    'A spend guard stands against it, and no tool changes one. Ask for less, or tell the person in charge.',
  approval_required: ({ details: { approvalId } }) =>
    `Approval ${String(approvalId)} waits for a person: tell them; they decide in the dashboard, under Approvals. use_operation get_approval says what became of it.`,
  not_found: ({ tool }) => lookUpWith[tool] ?? usualLookUp,
  method_not_allowed: 'search_docs with the name of the operation tells how it is called.',
  conflict:
    'Something stands against it as things are, and the message says what: see to that first, or tell the person.',
  invite_expired: 'Tell the person: somebody has to invite them again.',
  payload_too_large: ({ tool }) => `Send less at a time: split it, and call ${tool} for each part.`,
  unsupported_media_type: 'Give a file of a type that the message names.',
  rate_limit_exceeded: again,
  internal_server_error: describeFailure,
  unsupported_operation({ details: { instead, platforms } }) {
    const other = operationOf[String(instead)]
    if (other) return `On this platform ${other} answers that.`
    const able = Array.isArray(platforms) && platforms.length > 0
    return able
      ? 'This platform has no such thing: go on without it, or with an account of one of the platforms named.'
      : 'There is no such thing here: go on without it, and tell the person.'
  },
  platform_error: 'The platform refused. Its code, message and hint say why; the same call again will not help.',
  platform_unavailable: again,
  service_unavailable: again,
}

function mend({ tool, details: { issues } }: Failed): string {
  return `Mend ${Array.isArray(issues) ? 'the arguments that problems names' : 'what the message names'} and call ${tool} again.`
}

/** What answers instead of a verb that a platform lacks. */
const operationOf: Partial<Record<string, string>> = {
  identities: 'use_operation with list_identities',
  listProfiles: 'list_profiles',
}

const usualLookUp = 'Look the id up again: list_ad_accounts, list_campaigns, list_ad_sets, list_ads or list_batches.'

/** Where the ids come from that a tool takes, where it takes others than those of ads. */
const lookUpWith: Partial<Record<string, string>> = {
  get_batch_status: 'Look the id up again: list_batches.',
  get_receipts: 'Look the id up again: list_batches.',
  cancel_batch: 'Look the id up again: list_batches.',
  plan_undo_batch: 'Look the id up again: list_batches.',
  plan_launch_draft: 'Look the id up again: list_drafts, or list_batches for what failed of a batch.',
  run_plan: 'There is no such plan for this key: plan it again, and take planId and digest from that answer.',
  use_operation: 'Look the id up again with the operation that lists such things: search_docs finds it.',
  plan_operation: 'Look the id up again with the operation that lists such things: search_docs finds it.',
}
