import { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import type { FailureKind } from '../../errors.ts'
import type { ConsentAnswer, TokenSurroundings } from '../contract/oauth.ts'
import { hideSecrets } from './hide-secrets.ts'
import { counted } from './http/call.ts'
import { createPlatformHttp } from './http/http.ts'
import type { PlatformHttp } from './http/http.ts'
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
  | 'wrongSecret'
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

/** Which cause a code of the platform's has. */
export type RefusalCauses = Readonly<Record<string, RefusalCause>>

/** What a platform says with a refusal: its codes, the most exact first, and its words. */
export interface ToldRefusal {
  codes: readonly (string | number | undefined)[]
  words?: string
  traceId?: string
}

const kinds: Partial<Record<RefusalCause, FailureKind>> = { tooMany: 'throttled', theirs: 'transient' }

/** What is the matter, and what to do next. */
function explain({ title, console }: ConsentWords, cause: RefusalCause): [message: string, hint: string] {
  const again = `connect ${title} again.`
  const testers = console.testers ? ` Until the app is reviewed, only listed people may: check ${console.testers}.` : ''
  const texts: Record<RefusalCause, [string, string]> = {
    usedCode: [
      `The code that ${title} sent back was used already, or is too old.`,
      `A code works once and for a few minutes: ${again}`,
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
      `To go on, ${again}`,
    ],
    wrongFlow: [
      `The code that ${title} sent back is one for another kind of consent.`,
      `Check ${console.redirect}; then ${again}`,
    ],
    declined: [`${title} reports that consent was not given.`, `To try once more, ${again}${testers}`],
    tooMany: [`${title} has been asked too often.`, `Wait a minute, then ${again}`],
    theirs: [`${title} has trouble of its own.`, `Wait a minute, then ${again}`],
  }
  return texts[cause]
}

/** The reason of a denial, as one text for people. */
function sentenceFor(words: ConsentWords, cause: RefusalCause): string {
  return explain(words, cause).join(' ')
}

interface Refused {
  answer: TokenAnswer
  told: ToldRefusal | null
  causes: RefusalCauses
  /** All that must not be repeated, whatever the platform quotes. */
  secrets: readonly (string | undefined)[]
}

/** A refusal in our words, with the platform's own beside them. A code that nobody knows is told with what to look at first. */
export function refusedGrant(words: ConsentWords, { answer, told, causes, secrets }: Refused): PlatformError {
  const codes = (told?.codes ?? []).filter((code) => code !== undefined)
  const known = codes.map(String).find((code) => Object.hasOwn(causes, code))
  const cause = known === undefined ? causeOfStatus(answer.status) : causes[known]
  const [message, hint] = cause ? explain(words, cause) : unexplained(words, answer.status, told !== null)
  const said = quoted(words, told?.words, secrets)
  const [code = answer.status, subcode] = codes.toReversed()
  return new PlatformError({
    platform: words.platform,
    kind: (cause && kinds[cause]) ?? 'auth',
    code,
    ...(subcode === undefined ? {} : { subcode }),
    message: `${message}${said}`,
    hint,
    traceId: told?.traceId,
  })
}

function causeOfStatus(status: number): RefusalCause | undefined {
  if (status === 429) return 'tooMany'
  return status >= 500 ? 'theirs' : undefined
}

function unexplained({ title, console }: ConsentWords, status: number, isTold: boolean): [string, string] {
  const message = isTold
    ? `${title} gave out no token.`
    : `${title} answered with something that is not of its interface (HTTP ${status}).`
  return [message, `Check ${console.id} and ${console.secret}; then connect ${title} again.`]
}

const longestQuote = 200

function quoted({ title }: ConsentWords, text: string | undefined, secrets: Refused['secrets']): string {
  const line = hideSecrets(text ?? '', secrets)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line === '' ? '' : ` ${title} says: "${line.slice(0, longestQuote)}"`
}

/** An answer that says yes and does not hold what it must: what it was about may have happened. */
export function readGrant<T>(words: ConsentWords, schema: z.ZodType<T>, answer: TokenAnswer): T {
  const parsed = schema.safeParse(answer.body)
  if (parsed.success) return parsed.data
  const isJson = answer.body !== null
  const places = isJson ? parsed.error.issues.map(({ path }) => path.join('.')).join(', ') || 'whole body' : 'no JSON'
  throw new PlatformError({
    platform: words.platform,
    kind: 'unknown',
    code: answer.status,
    message: `${words.title} answered with something that is not of its interface (${places}).`,
    hint: `A code works once, so connect ${words.title} again.`,
  })
}

/** One call about tokens, and the client for it. What gets no answer says what that means for whoever waits at the browser. */
export async function callOnce<T>(
  words: ConsentWords,
  surroundings: TokenSurroundings,
  call: (http: PlatformHttp) => Promise<T>,
): Promise<T> {
  const http = createPlatformHttp(words.platform, surroundings.timeoutMs)
  try {
    return await counted(surroundings, () => call(http))
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure.hint !== undefined) throw error
    const again = `connect ${words.title} again.`
    const hint =
      error.kind === 'unknown' ? `A code works once, so ${again}` : `Nothing happened. Wait a minute, then ${again}`
    throw new PlatformError({ ...error.failure, hint })
  } finally {
    await http.close()
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
const longestCode = 4_000

/** What stands in the address with which a person comes back. `named`: how the platform calls its code, its own name first. */
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
  const codes = new Set(named.flatMap((name) => answer.getAll(name)).filter((code) => code !== ''))
  const [code] = codes
  // Two different codes are none: nobody knows which of them is the platform's.
  if (code === undefined || codes.size > 1 || code.length > longestCode) return { kind: 'empty' }
  return { kind: 'code', code }
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
