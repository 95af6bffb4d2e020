import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { FailureKind } from '../../../errors.ts'
import type { ConsentAnswer, TokenSurroundings } from '../../contract/oauth.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { counted } from '../http/call.ts'
import { createPlatformHttp } from '../http/http.ts'
import type { PlatformHttp } from '../http/http.ts'
import type { TokenAnswer } from './oauth.ts'

/** A platform in sentences about consent. Each place in its console goes on from the word "Check". */
export interface ConsentWords {
  platform: string
  title: string
  console: {
    id: string
    secret: string
    /** Where addresses are listed that it sends people back to. */
    redirect: string
    scopes: string
    /** Where people are listed who may consent before the app is reviewed; absent: there is no such list. */
    testers?: string
  }
}

/** What a refusal is about. The words for it are ours; the codes are each platform's own. */
type RefusalCause =
  | 'usedCode'
  | 'usedCodeOrRedirect'
  | 'wrongSecret'
  | 'wrongClient'
  | 'wrongSecretOrRedirect'
  | 'unknownApp'
  | 'wrongRedirect'
  | 'unapprovedScope'
  | 'notTester'
  | 'deadGrant'
  | 'wrongFlow'
  | 'declined'
  | 'tooMany'
  | 'theirs'

/** Which cause a refusal has: by `code/subcode`, else by `status/code`, else by its code. */
export type RefusalCauses = Readonly<Record<string, RefusalCause>>

/** What a platform says with a refusal. */
export interface PlatformRefusal {
  code: string | number
  subcode?: string | number
  words?: string
  traceId?: string
}

/** What is the matter, and what to do next. */
function explain({ platform, title, console }: ConsentWords, cause: RefusalCause): [message: string, hint?: string] {
  const again = `connect ${title} again.`
  const testers = console.testers ? ` Until the app is reviewed, only listed people may: check ${console.testers}.` : ''
  const texts: Record<RefusalCause, [string, string?]> = {
    usedCode: [
      `The code that ${title} sent back was used already, or is too old.`,
      `A code works once and for a few minutes: ${again}`,
    ],
    usedCodeOrRedirect: [
      `The code that ${title} sent back is too old, or was sent to another address than ours.`,
      `A code works once and for a few minutes: ${again} If it is refused once more, check ${console.redirect}.`,
    ],
    wrongClient: [
      `${title} does not take the app's id, or not its secret.`,
      `Check ${console.id}, and ${console.secret}; then ${again}`,
    ],
    wrongSecret: [`${title} does not take the app's secret.`, `Check ${console.secret}; then ${again}`],
    wrongSecretOrRedirect: [
      `${title} takes either the app's secret or our address for a wrong one.`,
      `Check ${console.secret}, and ${console.redirect}: it must hold our address to the letter. Then ${again}`,
    ],
    unknownApp: [`${title} does not know the app, or has blocked it.`, `Check ${console.id}; then ${again}`],
    wrongRedirect: [
      `The address that ${title} sends people back to is not one that the app lists.`,
      `Check ${console.redirect}: it must hold our address to the letter. Then ${again}`,
    ],
    unapprovedScope: [
      `The app may not ask for one of the permissions that Flightdeck needs.`,
      `Check ${console.scopes}; then ${again}`,
    ],
    notTester: [`The app is not open to this person yet.`, `To try once more, ${again}${testers}`],
    deadGrant: [
      `${title} does not renew this connection any more: the consent was taken back, or has ended.`,
      `Connect it again, on the page Connections or with: flightdeck connection connect ${platform}`,
    ],
    wrongFlow: [
      `The code that ${title} sent back is one for another kind of consent.`,
      `Check ${console.redirect}; then ${again}`,
    ],
    declined: [`${title} reports that consent was not given.`, `To try once more, ${again}${testers}`],
    tooMany: [`${title} has been asked too often.`],
    theirs: [`${title} has trouble of its own.`],
  }
  return texts[cause]
}

/** The reason of a denial, as one text for people. */
function sentenceFor(words: ConsentWords, cause: RefusalCause): string {
  return explain(words, cause).join(' ')
}

interface Refused {
  answer: TokenAnswer
  stated: PlatformRefusal | null
  causes: RefusalCauses
  /** Whether what was asked for may have happened nevertheless, and cannot be asked for again. */
  isWrite: boolean
  /** All that must not be repeated, whatever the platform quotes. */
  secrets: readonly (string | undefined)[]
}

/** A refusal in our words, with the platform's own beside them. A code that nobody knows is told with what to look at first. */
export function refusedGrant(
  words: ConsentWords,
  { answer, stated, causes, isWrite, secrets }: Refused,
): PlatformError {
  const { code = answer.status, subcode } = stated ?? {}
  const known = [`${code}/${subcode}`, `${answer.status}/${code}`, `${code}`].find((key) => Object.hasOwn(causes, key))
  const cause = known === undefined ? causeOfStatus(answer.status) : causes[known]
  const [message, hint] = cause ? explain(words, cause) : unexplained(words, answer.status, stated !== null)
  const said = quoted(words, stated?.words, secrets)
  return new PlatformError({
    platform: words.platform,
    kind: kindOf(cause, isWrite),
    code,
    ...(subcode === undefined ? {} : { subcode }),
    message: `${message}${said}`,
    hint,
    traceId: stated?.traceId,
  })
}

function kindOf(cause: RefusalCause | undefined, isWrite: boolean): FailureKind {
  if (cause === 'tooMany') return 'throttled'
  if (cause === 'theirs') return isWrite ? 'unknown' : 'transient'
  return 'auth'
}

function causeOfStatus(status: number): RefusalCause | undefined {
  if (status === 429) return 'tooMany'
  return status >= 500 ? 'theirs' : undefined
}

function unexplained({ title, console }: ConsentWords, status: number, isExplained: boolean): [string, string] {
  const message = isExplained
    ? `${title} gave out no token.`
    : `${title} answered with something that is not of its interface (HTTP ${status}).`
  return [message, `Check ${console.id} and ${console.secret}; then connect ${title} again.`]
}

const maxQuoteLength = 200

function quoted({ title }: ConsentWords, text: string | undefined, secrets: Refused['secrets']): string {
  const line = hideSecrets(text ?? '', secrets)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line === '' ? '' : ` ${title} says: "${line.slice(0, maxQuoteLength)}"`
}

/** An answer that says yes and does not hold what it must: what it was about may have happened. */
export function readGrant<T>(
  { platform, title }: ConsentWords,
  schema: z.ZodType<T>,
  { answer: { status, body }, isWrite }: Pick<Refused, 'answer' | 'isWrite'>,
): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(({ path }) => path.join('.')).join(', ') || 'whole body'
  throw new PlatformError({
    platform,
    kind: isWrite ? 'unknown' : 'transient',
    code: status,
    message: `${title} answered with something that is not of its interface (${body === null ? 'no JSON' : places}).`,
  })
}

/** One call about tokens, and the client for it. */
export async function callOnce<T>(
  { platform }: ConsentWords,
  surroundings: TokenSurroundings,
  call: (http: PlatformHttp) => Promise<T>,
): Promise<T> {
  const http = createPlatformHttp(platform, surroundings.timeoutMs)
  try {
    return await counted(surroundings, () => call(http))
  } finally {
    await http.close()
  }
}

/** The same for a code, while a person waits at the browser: whatever went wrong, they are told how to go on. */
export async function exchangeOnce<T>(
  words: ConsentWords,
  surroundings: TokenSurroundings,
  call: (http: PlatformHttp) => Promise<T>,
): Promise<T> {
  try {
    return await callOnce(words, surroundings, call)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure.hint !== undefined) throw error
    const start = error.kind === 'unknown' ? 'A code works once, so' : 'Nothing happened. Wait a minute, then'
    throw new PlatformError({ ...error.failure, hint: `${start} connect ${words.title} again.` })
  }
}

/** The platform's own address, or where its simulator stands. */
export function standsAt({ sandboxUrl }: TokenSurroundings, sandboxPath: string, address: string): string {
  return sandboxUrl === null ? address : sandboxUrl + sandboxPath
}

/** An address that says these things. Spaces are written as %20: not every platform reads a plus as one. */
export function addressWith(address: string, fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${address}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** Longer than any code, and short enough to be sent on. */
const maxCodeLength = 4_000

/** What stands in the address with which a person comes back. `named`: how the platform calls its code, the surest name first. */
export function readConsent(
  words: ConsentWords,
  answer: URLSearchParams,
  causes: RefusalCauses,
  named: readonly string[] = ['code'],
): ConsentAnswer {
  const errors = [answer.get('error_code'), answer.get('error'), answer.get('error_reason')].filter(
    (each) => each !== null,
  )
  if (errors.length > 0) {
    const known = errors.find((error) => Object.hasOwn(causes, error))
    const cause = known === undefined ? undefined : causes[known]
    const plain = errors.find((error) => /^\w{1,60}$/.test(error)) ?? 'an error without a name'
    const reason = cause
      ? sentenceFor(words, cause)
      : `${words.title} sent back ${plain} and no code. Check ${words.console.id}; then connect ${words.title} again.`
    return { kind: 'denied', reason }
  }
  const name = named.find((each) => answer.get(each))
  const codes = new Set(name === undefined ? [] : answer.getAll(name))
  const [code] = codes
  // Two different codes are none: nobody knows which of them is the platform's.
  if (!code || codes.size > 1 || code.length > maxCodeLength) return { kind: 'empty' }
  return { kind: 'code', code }
}

/** A token that is pasted rather than had by consent; `place`: where people get it. */
export function givenToken(place: string) {
  return z
    .string()
    .min(10)
    .meta({ description: `From ${place}.`, isSecret: true })
}

/** A field of an app; `place`: where the console shows it. */
export function appField(place: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(500)
    .meta({ description: `From ${place}.` })
}

export function appSecret(place: string) {
  return z
    .string()
    .trim()
    .min(8)
    .max(500)
    .meta({ description: `From ${place}.`, isSecret: true })
}

const OAuthErrorWire = z.object({
  error: z.string(),
  error_description: z.string().optional(),
  error_subtype: z.string().optional(),
})

/** A refusal as the standard has it (RFC 6749). */
export function standardRefusal(body: unknown): PlatformRefusal | null {
  const oauthError = OAuthErrorWire.safeParse(body).data
  return oauthError
    ? { code: oauthError.error, subcode: oauthError.error_subtype, words: oauthError.error_description }
    : null
}
