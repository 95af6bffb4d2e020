import type { GraphCall } from '../../call.ts'
import { GraphError } from '../../errors.ts'
import type { Target } from '../target.ts'
import type { Scope } from './scopes.ts'

/** Whether the token has it, and the switch `declinedScopes` leaves it. */
function isGranted({ world, opened }: Pick<GraphCall, 'world' | 'opened'>, scope: Scope): boolean {
  return opened.scopes.includes(scope) && !world.settings().declinedScopes.includes(scope)
}

/** What calls about pages and their networks need, by method, type and edge. */
const needed: [RegExp, Scope[]][] = [
  [/^GET (PagePost|Comment)\/comments$/, ['pages_read_engagement', 'pages_read_user_content']],
  [/^GET Comment$/, ['pages_read_user_content']],
  [/^(POST|DELETE) (PagePost\/comments|Comment(\/\w+)?)$/, ['pages_manage_engagement']],
  [/^GET Page\/(published_posts|posts|feed|ads_posts)$/, ['pages_read_engagement']],
  [/^(GET|POST) Page\/leadgen_forms$/, ['pages_manage_ads']],
  [/^POST AdAccount\/adcreatives$/, ['pages_manage_ads']],
  [/^GET AdAccount\/(connected_)?instagram_accounts$/, ['instagram_basic']],
  [/^GET IG(Media\/comments|Comment(\/replies)?)$/, ['instagram_basic', 'instagram_manage_comments']],
  [/^(POST|DELETE) IG(Media\/comments|Comment(\/replies)?)$/, ['instagram_manage_comments']],
  [/^GET IGUser\/branded_content_ad\w+$/, ['instagram_branded_content_ads_brand', 'business_management']],
]

const adTypes = /^(AdAccount|Campaign|AdSet|Ad|AdCreative|AdImage|AdVideo|AdLabel|AdReportRun)$/

/** Reads without the permission are refused with code 10, writes with 200; ads have a sentence of their own. */
export function requireScopes(call: GraphCall, { type }: Target, edge: string | undefined): void {
  const { method } = call
  const name = `${method} ${type}${edge === undefined ? '' : `/${edge}`}`
  const scopes = needed.filter(([pattern]) => pattern.test(name)).flatMap(([, wanted]) => wanted)
  const missing = scopes.find((scope) => !isGranted(call, scope))
  if (missing !== undefined) throw refused(method, missing)
  if (!adTypes.test(type)) return
  const mayManage = isGranted(call, 'ads_management')
  if (mayManage || (method === 'GET' && isGranted(call, 'ads_read'))) return
  throw forbidden(200, 'Ad account owner has NOT grant ads_management or ads_read permission')
}

function refused(method: string, scope: Scope): GraphError {
  if (method !== 'GET') return forbidden(200, `Requires ${scope} permission to manage the object`)
  return forbidden(10, `This endpoint requires the '${scope}' permission.`)
}

function forbidden(code: number, message: string): GraphError {
  return new GraphError({ code, status: 403, message: `(#${code}) ${message}` })
}
