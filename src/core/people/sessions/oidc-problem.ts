import { AppError } from '../../../errors.ts'

/** Why an identity provider signed nobody in. The dashboard has words for each: anybody can write an address with other words in it. */
const oidcProblems = [
  ...(['not-begun', 'not-confirmed', 'not-anew', 'no-address', 'address-not-confirmed', 'no-member'] as const),
  ...(['several', 'somebody-else', 'signed-out', 'too-many', 'unavailable', 'failed'] as const),
] as const
type OidcProblem = (typeof oidcProblems)[number]

export function oidcProblem(reason: OidcProblem, message: string, more: Record<string, unknown> = {}): AppError {
  return new AppError('unauthorized', message, { reason, ...more })
}

/** The code of what stood against it. */
export function problemIn({ code, details }: AppError): OidcProblem {
  const known = oidcProblems.find((each) => each === details?.reason)
  if (known) return known
  if (code === 'rate_limit_exceeded') return 'too-many'
  return code === 'service_unavailable' ? 'unavailable' : 'failed'
}
