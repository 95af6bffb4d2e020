import { keptFor, retentionKinds } from '../../config/retention.ts'
import { documentedErrors, uploadErrors } from './errors.ts'
import { namesFor } from '../../call/input/field-names.ts'
import { maxUnknown } from '../../call/input/unread.ts'
import { maxBodyBytes, maxOpenBodyBytes } from '../../call/limits.ts'
import { windowSeconds } from '../../call/rate-limit.ts'
import { maxDepth, maxFields, maxValues } from '../../call/input/read-json.ts'
import { settings } from '../../config.ts'

/** What the documents say about this installation. */
export interface DocsFacts {
  version: string
  publicUrl: string
  /** Where the sandbox of this installation is; null where it has none. */
  sandboxUrl: string | null
}

export const title = 'Flightdeck'

export const summary =
  'Ad operations over several ad platforms through one REST interface: launch ads in batches, copy what works, pause what does not, and read what it cost.'

export const authentication = `Send an API key with every call: \`Authorization: Bearer ak_...\`. A key belongs to one company and sees nothing of any
other. It carries scopes: \`launch\` and \`manage\` allow writing, every key may read, and \`admin\` includes all. Nothing else
authenticates: no query parameter, no other header. Operations marked as open need no key.`

export const errors = `Under \`/v1\` every answer says \`success: true\`, or fails like this:

\`\`\`json
{
  "success": false,
  "message": "ads.0.adName: is required",
  "error": {
    "code": "bad_request",
    "message": "ads.0.adName: is required",
    "requestId": "req_...",
    "details": { "issues": [{ "path": "ads.0.adName", "message": "is required" }] }
  }
}
\`\`\`

Decide by \`error.code\`, never by the text. \`details.issues\` names every problem at once. \`/upload\` answers
\`{ success: false, error, message, details }\`; \`/api\` answers \`{ error: { code, message, doc_url } }\`. A call with a result for
each id or copy is 200 also when none went well: \`success: false\`, a \`message\`, and the results.`

export const rateLimits = `Per key, in any ${windowSeconds} seconds: ${settings.RATE_LIMIT_READ.default} reads (GET), ${settings.RATE_LIMIT_UPLOAD.default} uploads and ${settings.RATE_LIMIT_WRITE.default} other writes, unless this installation sets others. Every answer
carries \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`; a refused call is a 429 with \`Retry-After\` in seconds. Every answer
also carries \`X-Request-Id\`; send your own and it is kept.`

export const repeats = `Send \`Idempotency-Key\` (up to 255 characters) with a write, and repeating it is harmless for ${keptFor('keys', retentionKinds.keys.default)}, unless this installation sets more: the same key and
request give the stored answer again, with \`Idempotent-Replayed: true\`. The same key with another request is a 422; while the
first is still running, a 409. Use one whenever a lost answer must not mean a second launch.`

const megabytes = (bytes: number) => bytes / 1024 / 1024
const kilobytes = (bytes: number) => bytes / 1024
const inWords = (count: number) => count.toLocaleString('en')

export const conventions = `Ids of ad platforms are strings. Money is in the main unit of the account's currency (12.5 means 12.50 dollars); what a
platform counts in, cents or millionths, is our concern. Dates are \`YYYY-MM-DD\` in the account's time zone. A field of a body that nobody reads is a 422 that names it, and what was meant. In bodies that other services' clients send (launches, creating, copying) leftovers are let pass, and only slips such as \`launchPausd\` refused; fields of the answer may always be sent back. What is let pass is named in the answer's header \`X-Ignored-Fields\`; ignored too is a null where it has no meaning of its own. An object with more than ${maxUnknown} unknown fields is a 400.
A body is JSON of at most ${megabytes(maxBodyBytes)} MB (${kilobytes(maxOpenBodyBytes)} kB where no key is needed), ${inWords(maxValues)} values, ${maxDepth} levels and ${inWords(maxFields)} fields in one object. Where a body has
\`dryRun\`, true checks everything and changes nothing.`

const aliasedFields = [
  'accountId',
  'accountIds',
  'startDate',
  'endDate',
  'adSetId',
  'adSets',
  'urlTags',
  'cursor',
  'primaryName',
  'secondary',
  'secondaryName',
  'existingPrimaryAd',
  'isAutomatedCampaign',
  'isAppNetworkAttribution',
]

/** Which other names a field is known by is asked of the code that reads them. */
export function aliases(): string {
  const rows = aliasedFields.map((field) => {
    const others = namesFor(field).filter((name) => name !== field && !name.includes('_'))
    return `| \`${field}\` | ${others.map((name) => `\`${name}\``).join(', ')} |`
  })
  return `Every field may be written in camelCase or snake_case (\`adAccountId\`, \`ad_account_id\`); camelCase wins if both are sent.
Some things have several names. The documented one is the first column; the others are understood wherever it is.

| documented | also understood |
|---|---|
${rows.join('\n')}`
}

export function errorTable(): string {
  const rows = [...documentedErrors, ...uploadErrors].map(
    (error) => `| ${error.status} | \`${error.code}\` | ${error.meaning} |`,
  )
  return `| status | code | when |\n|---|---|---|\n${rows.join('\n')}`
}
