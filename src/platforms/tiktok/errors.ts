import { PlatformError } from '../../errors.ts'
import type { FailureKind, PlatformFailure } from '../../errors.ts'
import { largestFile } from './file-sizes.ts'
import { platformName } from './name.ts'
import { EnvelopeWire } from './wire.ts'

export const codes = {
  noPermission: 40001,
  duplicateRequest: 40050,
  duplicateFileName: 40911,
  notFound: 40007,
} as const

/**
 * What a code means for the call that got it. Codes that are not listed mean: they said no. That includes permissions
 * (40001, 40118, 40125): each is about one operation or one object, and says nothing about the account's other ads.
 */
const kindOfCode: Record<number, FailureKind> = {
  40016: 'throttled',
  40100: 'throttled',
  40101: 'auth',
  40102: 'auth',
  40104: 'auth',
  40105: 'auth',
  40106: 'auth',
  40113: 'auth',
  40119: 'auth',
  40124: 'auth',
  40132: 'throttled',
  40133: 'throttled',
  40201: 'transient',
  40202: 'transient',
  40901: 'transient',
  40902: 'transient',
  40903: 'transient',
  40913: 'transient',
  50000: 'transient',
  50002: 'transient',
  51004: 'transient',
  51041: 'transient',
  51305: 'transient',
  41000: 'auth',
  60001: 'transient',
}

/** Writes that ended so may have happened after all: the server failed in the middle, or had seen the write before. */
const maybeDone = new Set<number>([20001, codes.duplicateRequest, 50000, 50002, 51004, 51041, 51305])

const newToken = 'Authorize the app again and add the new token with: flightdeck connection add tiktok'
const noPermission =
  'The app or its user lacks a permission for this operation or for what it is about. Grant it on the platform, then launch again.'

const hints: Record<number, string> = {
  40001: noPermission,
  40101: newToken,
  40102: newToken,
  40104: newToken,
  40105: newToken,
  40106: newToken,
  40113: 'appId and appSecret do not belong to the token. Add the connection again: flightdeck connection add tiktok',
  40119: 'The app and the ad account belong to different companies. Authorize the app for this account.',
  40124: 'The profile of the developer who owns the app is not approved. Complete it on the platform.',
  41000: 'The platform does not take calls from the country of this address.',
  40118: 'The platform opens this operation to chosen apps only. Ask its support to be let in.',
  40125: noPermission,
  40053: 'The video does not exist in this ad account, or may not be used any more.',
  40300: 'Check the account id, and that the token was authorized for it.',
  40301: 'Check the account id, and that the token was authorized for it.',
  40502: 'The ad set or account is full. Delete ads, or choose another ad set.',
  40904: 'Use a JPG or PNG picture.',
  40907: `The file is too large: ${largestFile.videoMegabytes} MB for videos, ${largestFile.imageMegabytes} MB for pictures.`,
  40908: 'Use an MP4, MOV, MPEG or AVI video, or a JPG or PNG picture.',
  40915: 'The file is outside of what the platform shows: check its size, length and shape.',
}

export interface AnswerFacts {
  status: number
  isWrite: boolean
  traceHeader: string | undefined
}

/** The failure in an answer, or null when it is a good one. The status says little: refusals come with 200. */
export function failureIn({ status, isWrite, traceHeader }: AnswerFacts, body: unknown): PlatformFailure | null {
  const parsed = EnvelopeWire.safeParse(body)
  if (!parsed.success) return withoutEnvelope({ status, isWrite, traceHeader })
  const { code, message, request_id: requestId } = parsed.data
  if (code === 0) return null
  return {
    platform: platformName,
    kind: isWrite && maybeDone.has(code) ? 'unknown' : (kindOfCode[code] ?? 'rejected'),
    code,
    message: message || `The platform refused with code ${code}.`,
    traceId: requestId ?? traceHeader,
    hint: hints[code],
  }
}

/** A proxy's page, a wrong path, a cut answer: only the status is left to go by. */
function withoutEnvelope({ status, isWrite, traceHeader }: AnswerFacts): PlatformFailure {
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 429
  const kind = refused ? 'rejected' : status === 429 ? 'throttled' : isWrite ? 'unknown' : 'transient'
  return {
    platform: platformName,
    kind,
    code: status,
    message: `The platform answered with status ${status} and nothing readable.`,
    traceId: traceHeader,
  }
}

/** A video that was uploaded a moment ago is not known everywhere: until it is, nobody seems to have a right to it. */
export function laterIfNotPermitted(error: unknown): never {
  if (error instanceof PlatformError && error.failure.code === codes.noPermission)
    throw new PlatformError({ ...error.failure, kind: 'transient' })
  throw error
}
