import type { FailureKind, PlatformFailure } from '../../errors.ts'
import { platformName } from './name.ts'
import { ErrorWire } from './wire.ts'

/** What a code means for the call that got it, where its status does not tell. */
const kindOfCode: Record<string, FailureKind> = {
  // Two writes met: this one was not made.
  CONFLICT: 'transient',
  WRITE_CONFLICT: 'transient',
}

const tokenHint = 'The access token is no longer valid. Add a new one with: flightdeck connection add linkedin'
const rightsHint =
  "The connection's person needs a role in the ad account (CAMPAIGN_MANAGER or more) and on the organization's page (administrator, or poster of sponsored content), and its token the scopes rw_ads and w_organization_social."

const hints: Record<string, string> = {
  ACCESS_DENIED: rightsHint,
  NO_PERMISSION_ON_ENTITY: rightsHint,
  NONEXISTENT_VERSION:
    'The platform has switched off this version of its interface: a newer release of this service is needed.',
  DUPLICATE_POST: 'The organization has a post that says the same. Change the text, or sponsor that post with postId.',
  ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS: 'Make the campaign group active first.',
  DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS: 'Only drafts are deleted at once; anything else is marked for deletion.',
  INSUFFICIENT_CAMPAIGN_GROUP_BUDGET: "The campaign group's budget is smaller than what its campaigns may spend.",
  AUDIENCE_SIZE_TOO_SMALL: 'The audience has fewer than 300 people.',
  CURRENCY_MISMATCH: "Amounts must be in the ad account's currency.",
}

/** Where the platform's fields stand in what callers send. */
const ownFields: Record<string, string> = {
  author: 'organizationId',
  campaign: 'adSets',
  commentary: 'description',
  contentCallToActionLabel: 'cta',
  contentLandingPage: 'link',
  landingPage: 'link',
  title: 'title',
  name: 'adName',
  dscName: 'adName',
  reference: 'postId',
  content: 'media',
  media: 'media',
  cards: 'media',
}

export interface AnswerFacts {
  status: number
  isWrite: boolean
  headers: Record<string, string>
}

/** The failure in an answer, or null when it is a good one. `waitFor` says how long a throttled caller stays away. */
export function failureIn(
  facts: AnswerFacts,
  body: unknown,
  waitFor: (message: string) => number,
): PlatformFailure | null {
  if (facts.status < 400) return null
  const traceId = facts.headers['x-li-uuid'] ?? facts.headers['x-li-request-id']
  const parsed = ErrorWire.safeParse(body)
  const errorBody = parsed.success ? parsed.data : null
  const message = errorBody
    ? messageOf(errorBody)
    : `The platform answered with HTTP ${facts.status} and no explanation.`
  const code = errorBody?.code ?? errorBody?.serviceErrorCode ?? facts.status
  const kind = kindOf(facts, errorBody?.code)
  return {
    platform: platformName,
    kind,
    code,
    ...(errorBody?.serviceErrorCode === undefined ? {} : { subcode: errorBody.serviceErrorCode }),
    message,
    traceId,
    field: errorBody ? fieldOf(errorBody) : undefined,
    hint: hintFor(facts.status, errorBody),
    ...(kind === 'throttled' ? { retryAfterMs: waitFor(message) } : {}),
  }
}

type ErrorBody = ReturnType<typeof ErrorWire.parse>

function kindOf({ status, isWrite }: AnswerFacts, code: string | undefined): FailureKind {
  if (status === 401) return 'auth'
  if (status === 429) return 'throttled'
  // A time-out of theirs is no answer about a write.
  if (status >= 500 || status === 408) return isWrite ? 'unknown' : 'transient'
  return (code === undefined ? undefined : kindOfCode[code]) ?? 'rejected'
}

function hintFor(status: number, errorBody: ErrorBody | null): string | undefined {
  if (status === 401) return tokenHint
  const codes = [errorBody?.code, ...(errorBody?.errorDetails?.inputErrors.map(({ code }) => code) ?? [])]
  const known = codes.find((code) => code !== undefined && Object.hasOwn(hints, code))
  if (known !== undefined) return hints[known]
  return status === 403 ? rightsHint : undefined
}

/** One envelope may hold several problems: all of them are told. */
function messageOf({ message, errorDetails }: ErrorBody): string {
  const details = (errorDetails?.inputErrors ?? []).map(({ code, description, input }) => {
    const path = input?.inputPath?.fieldPath
    return [path ? `${path}:` : '', description ?? code ?? ''].join(' ').trim()
  })
  const more = details.filter((detail) => detail !== '' && !message.includes(detail))
  return more.length > 0 ? `${message.replace(/\.?\s*$/, '')} (${more.join('; ')})` : message
}

function fieldOf({ errorDetails }: ErrorBody): string | undefined {
  for (const { input } of errorDetails?.inputErrors ?? []) {
    const names = (input?.inputPath?.fieldPath ?? '').split(/[/.[\]]+/).filter(Boolean)
    const known = names.reverse().find((name) => Object.hasOwn(ownFields, name))
    if (known !== undefined) return ownFields[known]
  }
  return undefined
}
